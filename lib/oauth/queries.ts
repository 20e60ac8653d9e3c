import type { Pool } from 'pg'
import type { ApplicationState, Environment } from '@/generated/prisma/enums'
import { landingApplicationId } from '@/lib/applications/queries'
import { clientIdPattern } from '@/lib/credentials/secret'
import { carryingRequests } from '@/lib/request-context'
import {
  anyText,
  askedRows,
  bytes,
  flag,
  foundRows,
  group,
  list,
  lookUpRows,
  number,
  orNull,
  subquery,
  text,
} from '@/lib/rows'
import { onPrimary } from '@/lib/statement'

/**
 * Whose client id it is: `own`, unless its application is of the other environment. Of that only the application is
 * found, so that its owner sees the mistake.
 */
const application = subquery('a', {
  id: text('id'),
  environment: text<Environment>('environment'),
  state: text<ApplicationState>('state'),
  ownerSuspended: flag('owner_suspended'),
  /** Canonical ranges separated by commas; empty if it may be called from everywhere. */
  networks: text("array_to_string(allowed_networks, ',')"),
  /** The rehearsal that it is in. */
  rehearsalId: orNull(text('rehearsal_id')),
})

/** The latest token that an application was issued. */
const latestToken = subquery('t', {
  generation: text('generation'),
  /** In hexadecimal. */
  nonce: text("encode(nonce, 'hex')"),
  keyId: text('key_id'),
  /** In whole seconds by the database's clock, negative after its end. */
  remaining: number('floor(extract(epoch FROM expires_at - now()))'),
})

const secret = subquery('c', {
  id: text('id'),
  hash: bytes('secret_hash'),
  keyId: text('hash_key_id'),
  /** It works only while an activation check is awaited. */
  proof: flag('proof'),
})

const key = subquery('c', {
  id: text('id'),
  kid: anyText('kid'),
  algorithms: list('algorithms'),
  /** The SubjectPublicKeyInfo (DER). */
  publicKey: bytes('public_key'),
})

/** The database's clock, in milliseconds. */
const clock = group({ at: number('floor(extract(epoch FROM now()) * 1000)') })

type Of<Columns extends { read: (...words: never[]) => unknown }> = NonNullable<ReturnType<Columns['read']>>
export type LatestToken = Of<typeof latestToken>
export type ClientKey = Of<typeof key>

/** The client of a client id, whatever its credentials: its application (null if there is none) and latest token. */
type FoundClient = { application: Of<typeof application> | null; latestToken: LatestToken | null }

/** A client with its secrets in force. */
export type ClientRecord = FoundClient & { secrets: Of<typeof secret>[] }

/** A client with its keys; `at` is the database's clock, in milliseconds. */
export type KeyClientRecord = FoundClient & { keys: ClientKey[]; at: number }

const askedClients = askedRows<string>({
  client_id: ['text', (clientId) => (clientIdPattern.test(clientId) ? clientId : '-')],
})

// An unknown client, and one of the other environment, are looked up in the same steps as a known one, so that the
// duration reveals nothing: `own` is null, and neither credentials nor tokens are found.
const someApplication = `'${landingApplicationId}'::uuid`
const rulesWith = (credentials: string) => `
  LEFT JOIN LATERAL (
    SELECT ${application.list}, CASE WHEN environment = $2::environment THEN id END AS own, client_authentication
    FROM application WHERE client_id = q.client_id LIMIT 1
  ) a ON true
  LEFT JOIN LATERAL (${credentials}) c ON true
  LEFT JOIN LATERAL (
    SELECT ${latestToken.list} FROM access_token
    WHERE application_id = coalesce(a.own, ${someApplication})
    ORDER BY generation DESC LIMIT 1
  ) t ON a.own IS NOT NULL
  WHERE ${carryingRequests('$1')} AND ${onPrimary}`

// The secret of an activation check works only while that is awaited, and others only if the application does
// not use keys.
const lookUpSecrets = lookUpRows(
  'find-client',
  askedClients,
  foundRows({ application, latestToken, secret }),
  rulesWith(`SELECT ${secret.list} FROM client_secret
    WHERE application_id = coalesce(a.own, ${someApplication}) AND a.own IS NOT NULL
      AND revoked_at IS NULL AND (retires_at IS NULL OR retires_at > now())
      AND CASE WHEN proof THEN a.state = 'activating' ELSE a.client_authentication = 'client_secret' END
    LIMIT 8`),
)

const lookUpKeys = lookUpRows(
  'find-key-client',
  askedClients,
  foundRows({ application, latestToken, key, clock }),
  rulesWith(`SELECT ${key.list} FROM client_key
    WHERE application_id = coalesce(a.own, ${someApplication}) AND a.own IS NOT NULL
      AND a.client_authentication = 'private_key_jwt'
    LIMIT 2`),
)

/**
 * Looks up all clients in one prepared statement, by the database's clock.
 * @param clientIds malformed ones are looked up as unknown ones
 * @param requestIds of all requests in the batch, see {@link carryingRequests}
 * @returns the record of each, in order; the same shape and work for an unknown one
 */
export async function findClients(
  pool: Pool,
  environment: Environment,
  clientIds: string[],
  requestIds: string,
): Promise<ClientRecord[]> {
  const records = clientIds.map((): ClientRecord => ({ application: null, secrets: [], latestToken: null }))
  await lookUpSecrets(pool, clientIds, [requestIds, environment], ({ secret, ...client }, index) => {
    const record = Object.assign(records[index] as ClientRecord, client)
    if (secret) record.secrets.push(secret)
  })
  return records
}

/** As {@link findClients}, with keys instead of secrets. */
export async function findKeyClients(
  pool: Pool,
  environment: Environment,
  clientIds: string[],
  requestIds: string,
): Promise<KeyClientRecord[]> {
  const records = clientIds.map(
    (): KeyClientRecord => ({ application: null, keys: [], latestToken: null, at: 0 }),
  )
  await lookUpKeys(pool, clientIds, [requestIds, environment], ({ key, clock, ...client }, index) => {
    const record = Object.assign(records[index] as KeyClientRecord, client, clock)
    if (key) record.keys.push(key)
  })
  return records
}
