import { createHash } from 'node:crypto'
import { limitKey } from '@/lib/addresses'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { isLoopback } from '@/lib/env'

/**
 * How attempts of one kind slow down: after `free` of them each doubles the wait, from `first` to `maxWait` seconds.
 * Counts leak away, even while attempts continue: all of `free` within `forgetAfter` seconds, but never faster than one
 * in `maxWait` seconds, so that endless guessing gains nothing from the leak.
 */
type Rule = { free: number; first: number; maxWait: number; forgetAfter: number }

const hour = 3600

/** Not the current time: an attempt of the same moment, or on a portal whose clock is behind, would have to wait. */
const notBlocked = new Date(0)

/**
 * The kinds of throttled attempts. A browser in which the owner signed in, or that a mailed link made known, has its
 * own count (`sign_in_device`, `code_device`) instead of all others, which strangers can raise. `sign_in_pair` is one
 * account from one address, `sign_in_account` one account from addresses where it never signed in before,
 * `sign_in_address` one address for all accounts. `passkey_begin` and `passkey_sign_in` count, per address, what is
 * asked for and given to sign in with a passkey alone. `code` and `code_account` are the same for second factors, and
 * `code_known` counts one account from all its known browsers. For IPv6 the /64 counts as the address, as one
 * subscriber has all of it. `refusal_record` limits the records of refused sign-ins of one account, `refusal_records`
 * those of all accounts together: at most 9,000 a day. `team_invitation` counts the mails of one inviter,
 * `team_invitation_mail` those to one address from any sender. `provider_callback` counts the failed returns from
 * single sign-on of one address, each of which calls the provider. `limit_request` counts the requests for a higher
 * limit of one person and of one application, `network_request` those for more addresses. `webhook_resend` counts the
 * events that are sent again to one endpoint: 10 a minute. `submission` counts what one developer submits for
 * validation, and what the whole team submits for one application. `search` counts the texts that one person searches
 * for, also while they type.
 */
const rules = {
  sign_in_device: { free: 5, first: 1, maxWait: 60, forgetAfter: hour },
  code_device: { free: 5, first: 2, maxWait: 300, forgetAfter: hour },
  sign_in_pair: { free: 5, first: 1, maxWait: 60, forgetAfter: hour },
  sign_in_account: { free: 20, first: 1, maxWait: 10, forgetAfter: hour },
  sign_in_address: { free: 100, first: 1, maxWait: 60, forgetAfter: hour },
  passkey_begin: { free: 60, first: 1, maxWait: 60, forgetAfter: hour },
  passkey_sign_in: { free: 20, first: 1, maxWait: 60, forgetAfter: hour },
  code: { free: 5, first: 2, maxWait: 300, forgetAfter: hour },
  code_known: { free: 20, first: 2, maxWait: 60, forgetAfter: hour },
  code_account: { free: 10, first: 2, maxWait: 60, forgetAfter: hour },
  confirmation: { free: 5, first: 2, maxWait: 300, forgetAfter: hour },
  mail: { free: 5, first: 30, maxWait: hour, forgetAfter: 24 * hour },
  mail_address: { free: 60, first: 1, maxWait: 300, forgetAfter: hour },
  refusal_record: { free: 0, first: 60, maxWait: 60, forgetAfter: hour },
  refusal_records: { free: 300, first: 1, maxWait: 10, forgetAfter: hour },
  team_invitation: { free: 20, first: 30, maxWait: hour, forgetAfter: 24 * hour },
  team_invitation_mail: { free: 5, first: 30, maxWait: hour, forgetAfter: 24 * hour },
  limit_request: { free: 5, first: 60, maxWait: hour, forgetAfter: 24 * hour },
  network_request: { free: 5, first: 60, maxWait: hour, forgetAfter: 24 * hour },
  webhook_resend: { free: 10, first: 6, maxWait: 6, forgetAfter: 60 },
  submission: { free: 20, first: 30, maxWait: hour, forgetAfter: 24 * hour },
  search: { free: 120, first: 1, maxWait: 1, forgetAfter: 60 },
  provider_callback: { free: 20, first: 1, maxWait: 60, forgetAfter: hour },
  known_address_mail: { free: 0, first: 60, maxWait: 60, forgetAfter: hour },
} satisfies Record<string, Rule>

type ThrottleKind = keyof typeof rules

/** The key under which an attempt is counted. */
export type ThrottleKey = [ThrottleKind, string]

/** Refused for now: try again after that many seconds. */
export type Throttled = { ok: false; reason: 'throttled'; waitSeconds: number }

/**
 * Counts one attempt before it is made, in one statement, so that a hundred simultaneous attempts count a hundred. All
 * portals share the counts through the database. An attempt during the wait is refused and does not lengthen it.
 * @param key the throttled subject, such as an e-mail address; only its hash is stored
 * @returns 0 when the attempt may be made, else the seconds to wait, at least 1
 */
export async function countAttempt(
  kind: ThrottleKind,
  key: string,
  client: Transaction = database(),
): Promise<number> {
  const { free, first, maxWait } = rules[kind]
  const { leakSeconds, fullest } = leakOf(rules[kind])
  const at = now()
  const keyHash = hashKey(kind, key)
  // `updated_at` is the time at which `failures` was the level: it advances in whole steps of the leak.
  const taken = await client.$queryRaw<unknown[]>`
    INSERT INTO throttle AS t (key_hash, failures, blocked_until, updated_at)
    VALUES (${keyHash}, 1, ${free === 0 ? new Date(at.getTime() + first * 1000) : notBlocked}, ${at})
    ON CONFLICT (key_hash) DO UPDATE SET (failures, blocked_until, updated_at) = (
      SELECT level + 1,
             CASE WHEN level < ${free}::int THEN ${notBlocked}::timestamptz
               ELSE ${at}::timestamptz + make_interval(secs =>
                 least(${maxWait}::float8, ${first}::float8 * 2 ^ (level - ${free}::int))) END,
             CASE WHEN level = 0 THEN ${at}::timestamptz
               ELSE t.updated_at + make_interval(secs => leaked * ${leakSeconds}::float8) END
      FROM (SELECT leaked, least(greatest(t.failures - leaked, 0), ${fullest}::int)::int AS level
            FROM (SELECT greatest(0, floor(extract(epoch FROM ${at}::timestamptz - t.updated_at)
                    / ${leakSeconds}::float8)) AS leaked) passed) counted)
    WHERE t.blocked_until <= ${at}
    RETURNING 1`
  if (taken.length > 0) return 0
  const row = await client.throttle.findUnique({ where: { keyHash } })
  return Math.max(1, Math.ceil(((row?.blockedUntil.getTime() ?? 0) - at.getTime()) / 1000))
}

/** `leakSeconds`: the time in which one attempt leaks away; `fullest`: the count at which the wait stops growing. */
function leakOf({ free, first, maxWait, forgetAfter }: Rule): { leakSeconds: number; fullest: number } {
  return {
    leakSeconds: Math.max(maxWait, forgetAfter / Math.max(free, 1)),
    fullest: free + Math.ceil(Math.log2(maxWait / first)),
  }
}

/**
 * Counts a mail requested through a form, per `key` and per network of the caller.
 * @param key the recipient's address, with the purpose of the mail
 * @param address the caller's; empty if they are authorised otherwise. Loopback is not counted, as everyone may share
 *   it
 */
export function countMailAttempts(key: string, address = ''): Promise<Throttled | null> {
  const shared = address === '' || isLoopback(address)
  return countAttempts([
    ['mail', key],
    ...(shared ? [] : [['mail_address', limitKey(address)] as ThrottleKey]),
  ])
}

/**
 * Counts a return from single sign-on before the provider is called. A loopback address is not counted, as everyone may
 * share it: then only the limits of `fetchFromProvider` hold.
 */
export function countCallback(address: string): Promise<Throttled | null> {
  return countAttempts(callbackKeys(address))
}

/** Takes a return back that succeeded. */
export async function forgetCallback(address: string): Promise<void> {
  for (const key of callbackKeys(address)) await returnAttempt(...key)
}

function callbackKeys(address: string): ThrottleKey[] {
  return address === '' || isLoopback(address) ? [] : [['provider_callback', limitKey(address)]]
}

/**
 * Counts an attempt under several keys, or under none of them if one refuses.
 * @returns null when it may be made
 */
export async function countAttempts(keys: ThrottleKey[], client?: Transaction): Promise<Throttled | null> {
  const taken: ThrottleKey[] = []
  for (const [kind, key] of keys) {
    const waitSeconds = await countAttempt(kind, key, client)
    if (waitSeconds > 0) {
      for (const each of taken) await returnAttempt(...each, client)
      return { ok: false, reason: 'throttled', waitSeconds }
    }
    taken.push([kind, key])
  }
  return null
}

/** Forgets the attempts under these keys, after the right password. */
export async function forgetAttempts(keys: ThrottleKey[], client: Transaction): Promise<void> {
  const hashes = keys.map(([kind, key]) => hashKey(kind, key))
  await client.throttle.deleteMany({ where: { keyHash: { in: hashes } } })
}

/** Takes one attempt back with its wait: it was no failure, but says nothing about others under this key. */
export async function returnAttempt(
  kind: ThrottleKind,
  key: string,
  client: Transaction = database(),
): Promise<void> {
  await client.throttle.updateMany({
    where: { keyHash: hashKey(kind, key), failures: { gt: 0 } },
    data: { failures: { decrement: 1 }, blockedUntil: notBlocked },
  })
}

function hashKey(kind: ThrottleKind, key: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(`${kind}\0${key}`).digest())
}
