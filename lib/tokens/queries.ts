import type { Pool } from 'pg'
import type { AccountStatus, AccountType, Environment } from '@/generated/prisma/enums'
import { detach } from '@/lib/expiring-map'
import { carryingRequests } from '@/lib/request'
import { nameStatement } from '@/lib/statement'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import { askRemembering, confirming, type Memory, toMicroseconds } from './memory'

/** A bearer's request: the SHA-256 of the token in hexadecimal, and the digits of an msisdn, or null for none. */
export type BearerQuestion = { tokenHash: string; msisdn: string | null }

/**
 * A live token's application, its own limit in calls per minute (0 if it has none), the ranges that it may be
 * called from (separated by commas, empty for everywhere), and the account if it exists and the application
 * may read it.
 */
export type Bearer = {
  applicationId: string
  rateLimit: number
  networks: string
  /** The rehearsal that its application is in, as far as this look-up knows. */
  rehearsalId: string | null
  account: Account | null
}

/**
 * What is remembered of a live token of an active application that is in no rehearsal: its rights, good
 * before the moment `until`, in microseconds.
 */
export type RememberedBearer = {
  applicationId: string
  rights: Omit<Bearer, 'account'>
  readsAll: boolean
  until: number
}

/** Whose token it was that has ended: known only of an application that is in a rehearsal. It opens nothing. */
export type EndedBearer = { ended: true; applicationId: string; rehearsalId: string }

/** The result of a look-up; null for a token that is not valid. */
export type FoundBearer = Bearer | EndedBearer | null

/** The error that a test account simulates: the code of the problem. */
export type SimulatedError = 'unavailable' | 'quota_exceeded' | 'invalid_token'

/** Amounts are exact decimal text with the currency's decimals; `asOf` is in Unix seconds. */
export type Account = {
  type: AccountType
  status: AccountStatus
  currency: string
  balance: string
  frozenBalance: string
  asOf: number
  simulatedDelayMs: number
  /** `counted`: its fault ends after a number of calls. */
  simulatedError: SimulatedError | 'counted' | null
}

/**
 * The columns of an application's own test account `o`. A fault that ends at a moment is gone after it; one that ends
 * after a number of calls is `counted`, and its delay and error are those that `takeFaults` returns.
 */
export const ownColumns = `o.type, o.status, o.currency, o.balance, o.frozen_balance, o.as_of,
      CASE WHEN o.fault_calls IS NULL AND (o.fault_until > now()) IS NOT FALSE
        THEN o.simulated_delay_ms ELSE 0 END AS simulated_delay_ms,
      CASE WHEN o.fault_calls IS NOT NULL THEN 'counted'
        WHEN (o.fault_until > now()) IS NOT FALSE THEN o.simulated_error END AS simulated_error`

const isLive = 't.expires_at > now()'

/**
 * The application `t` of a live token from the request `q`, in the environment that `served` says: the texts
 * for the two environments differ in what is worth looking for, but whichever runs, only rows of that one are
 * found. Its allow-list is not for the worker's call that proves an approval, which no other call is like:
 * the number never exists. In the Sandbox also that of a token that has ended, while its application is in a
 * rehearsal: `rehearsal` then begins with a hyphen. `until` is the end of what may be remembered, if
 * anything, in microseconds.
 */
export const applicationOfToken = (environment: Environment, served: string) => `(
    SELECT t.application_id, a.access, coalesce(a.rate_limit, 0) AS rate_limit,
      CASE WHEN a.state = 'activating' AND q.msisdn = ${reservedMsisdn} THEN ''
        ELSE array_to_string(a.allowed_networks, ',') END AS networks,
      ${rehearsalOf[environment]} AS rehearsal,
      CASE WHEN a.state = 'active' AND a.rehearsal_id IS NULL THEN ${toMicroseconds('t.expires_at')} END AS until
    FROM access_token t JOIN application a ON a.id = t.application_id
    WHERE t.token_hash = q.hash AND ${servesToken[environment]} AND a.environment = ${served}
      AND a.state IN ('active', 'activating') AND NOT a.owner_suspended
    LIMIT 1
  ) t`

const rehearsalOf: Record<Environment, string> = {
  sandbox: `coalesce(CASE WHEN ${isLive} THEN '' ELSE '-' END || a.rehearsal_id::text, '')`,
  production: `''`,
}

const servesToken: Record<Environment, string> = {
  sandbox: `(${isLive} OR a.rehearsal_id IS NOT NULL)`,
  production: isLive,
}

/** Whether the application may read the account of the request `q`: every one, or those that are granted. */
export const mayRead = (application: string, readsAll: string) => `(${readsAll}
        OR EXISTS (SELECT FROM account_grant g WHERE g.application_id = ${application} AND g.msisdn = q.msisdn))`

/** The parameter with the gateway's environment in the statements below. */
const served = '$3::environment'

/** The words of an account `w`, in the order of {@link readAccount}. */
export const wordsOfAccount = `w.type, w.status, w.currency, w.balance, w.frozen_balance,
    floor(extract(epoch FROM w.as_of)), w.simulated_delay_ms, w.simulated_error`

/** The operator's account of the number `q.msisdn` in the environment that `served` says. */
export const operatorsAccount = (served: string) => `
    SELECT type, status, currency, balance, frozen_balance, as_of, simulated_delay_ms,
      CASE WHEN simulated_outage THEN 'unavailable' END AS simulated_error
    FROM wallet_account w WHERE w.environment = ${served} AND w.msisdn = q.msisdn`

/**
 * The account of the number `q.msisdn` that the application `who` may read. In the Sandbox also its own test
 * accounts, read only if no shared account has the number, as the LIMIT around both stops at the first row.
 */
const accountOf = (environment: Environment, who: string, readsAll: string) => `
  LEFT JOIN LATERAL (${operatorsAccount(served)} AND ${mayRead(who, readsAll)}${
    environment === 'sandbox'
      ? `
    UNION ALL
    SELECT ${ownColumns} FROM test_account o WHERE o.application_id = ${who} AND o.msisdn = q.msisdn`
      : ''
  }
    LIMIT 1
  ) w ON true`

// The LIMIT in each lateral part keeps the planner to one index probe per request, whatever its statistics say. All
// results come as one text, a line each with its words in the order of `readAnswer`: rows with ten columns cost both
// sides more than the look-up itself. A null ends its line early, as `concat_ws` leaves it out.
const lookUp = (environment: Environment) => `(
  SELECT string_agg(concat_ws(' ', q.position, t.application_id, t.rate_limit, t.networks, t.rehearsal,
    t.access, coalesce(t.until::text, ''), ${wordsOfAccount}), E'\\n')
  FROM unnest($7::bytea[], $8::bigint[]) WITH ORDINALITY AS q (hash, msisdn, position)
  CROSS JOIN LATERAL ${applicationOfToken(environment, served)}${accountOf(environment, 't.application_id', "t.access = 'all'")})`

const readAccounts = (environment: Environment) => `(
  SELECT string_agg(concat_ws(' ', q.position, ${wordsOfAccount}), E'\\n')
  FROM unnest($4::uuid[], $5::boolean[], $6::bigint[]) WITH ORDINALITY AS q (application, reads_all, msisdn, position)
  ${accountOf(environment, 'q.application', 'q.reads_all')})`

/** Reads the accounts of tokens that are remembered, and confirms these; looks up the others, if there are any. */
const statementsFor = (environment: Environment) => {
  const known = `SELECT ${confirming('$2')}, ${readAccounts(environment)}`
  const end = `WHERE ${carryingRequests('$1')}`
  return {
    known: nameStatement('find-known-bearers', `${known} ${end}`),
    mixed: nameStatement('find-bearers', `${known}, ${lookUp(environment)} ${end}`),
  }
}

const statements = { sandbox: statementsFor('sandbox'), production: statementsFor('production') }

/**
 * Looks up all requests in one prepared statement, by the database's clock, and confirms the tokens that are remembered
 * (decision 50). Whether a token is live, its application may be served and the account is granted is decided at that
 * moment, so a revocation is effective from the next call, and so is a change of the application's limit.
 * @param requestIds of all requests in the batch, see {@link carryingRequests}
 * @returns the bearer of each request, in order, or null if the token is not valid in this environment;
 *   `ended` for one of an application in rehearsal that is no longer valid
 */
export function findBearers(
  pool: Pool,
  memory: Memory<RememberedBearer>,
  environment: Environment,
  questions: BearerQuestion[],
  requestIds: string,
): Promise<FoundBearer[]> {
  return askRemembering(memory, questions, recall, ask)

  function recall({ tokenHash }: BearerQuestion) {
    const entry = memory.get(tokenHash)
    return entry ? { entry, until: entry.until } : null
  }

  async function ask(asked: BearerQuestion[], known: (RememberedBearer | null)[], position: string) {
    const answers: FoundBearer[] = new Array(asked.length).fill(null)
    const remembered: number[] = []
    const others: number[] = []
    for (let index = 0; index < asked.length; index++) (known[index] ? remembered : others).push(index)
    const isMixed = others.length > 0
    const { rows } = await pool.query<
      [confirmation: string, accounts: string | null, bearers?: string | null]
    >({
      ...statements[environment][isMixed ? 'mixed' : 'known'],
      rowMode: 'array',
      values: [
        requestIds,
        position,
        environment,
        ...toRights(remembered.map((index) => known[index] as RememberedBearer)),
        toNumbers(remembered.map((index) => asked[index] as BearerQuestion)),
        ...(isMixed ? toArrays(others.map((index) => asked[index] as BearerQuestion)) : []),
      ],
    })
    const [confirmation, accounts, bearers] = rows[0] ?? []
    for (const words of splitLines(accounts)) {
      const index = remembered[Number(words[0]) - 1] as number
      answers[index] = { ...(known[index] as RememberedBearer).rights, account: readAccount(words, 1) }
    }
    const found: [string, RememberedBearer][] = []
    for (const words of splitLines(bearers)) {
      const index = others[Number(words[0]) - 1] as number
      const bearer = readBearer(words)
      answers[index] = bearer
      if (words[6] !== '' && 'account' in bearer)
        found.push([(asked[index] as BearerQuestion).tokenHash, toRemember(bearer, words)])
    }
    return { confirmation, answer: (index: number) => answers[index] as FoundBearer, found }
  }
}

function toRemember({ account: _, ...rights }: Bearer, words: string[]): RememberedBearer {
  const { applicationId } = rights
  return { applicationId, rights, readsAll: words[5] === 'all', until: Number(words[6]) }
}

/** The words of each line of a result; none of a null. */
export function splitLines(text: string | null | undefined): string[][] {
  return text ? text.split('\n').map((line) => line.split(' ')) : []
}

function toRights(entries: RememberedBearer[]): [applications: string, readsAll: string] {
  return [
    `{${entries.map(({ applicationId }) => applicationId).join(',')}}`,
    `{${entries.map(({ readsAll }) => (readsAll ? 't' : 'f')).join(',')}}`,
  ]
}

/** The numbers of the requests as an array literal, with NULL for none. */
export function toNumbers(questions: BearerQuestion[]): string {
  return `{${questions.map(({ msisdn }) => msisdn ?? 'NULL').join(',')}}`
}

/** Array literals built by hand: hexadecimal and digits need no escaping, and this is the hottest line of all. */
export function toArrays(questions: BearerQuestion[]): [hashes: string, msisdns: string] {
  return [`{${questions.map(({ tokenHash }) => `"\\\\x${tokenHash}"`).join(',')}}`, toNumbers(questions)]
}

function readBearer(words: string[]): Bearer | EndedBearer {
  const whose = readWhose(words)
  return 'ended' in whose ? whose : { ...whose, account: readAccount(words, 7) }
}

/**
 * The words before those of an account or of other rights: position, application, limit, networks, rehearsal.
 * As copies: meters and limits keep them.
 */
export function readWhose(words: string[]): Omit<Bearer, 'account'> | EndedBearer {
  const applicationId = detach(words[1] as string)
  const networks = detach(words[3] as string)
  const rehearsal = detach(words[4] as string)
  if (rehearsal.startsWith('-')) return { ended: true, applicationId, rehearsalId: rehearsal.slice(1) }
  return {
    applicationId,
    rateLimit: Number(words[2]),
    networks,
    rehearsalId: rehearsal || null,
  }
}

/** The account whose words, as {@link wordsOfAccount} puts them, begin at `from`; null if there are none. */
export function readAccount(words: string[], from: number): Account | null {
  if (words.length === from) return null
  return {
    type: words[from] as AccountType,
    status: words[from + 1] as AccountStatus,
    currency: words[from + 2] as string,
    balance: words[from + 3] as string,
    frozenBalance: words[from + 4] as string,
    asOf: Number(words[from + 5]),
    simulatedDelayMs: Number(words[from + 6]),
    simulatedError: (words[from + 7] as Account['simulatedError'] | undefined) ?? null,
  }
}
