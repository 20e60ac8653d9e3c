import type { Pool } from 'pg'
import type { AccountStatus, AccountType, Environment } from '@/generated/prisma/enums'
import { carryingRequests } from '@/lib/request'
import { reservedMsisdn } from '@/lib/wallet/msisdn'

/** A bearer's request: the SHA-256 of the token in hexadecimal, and the digits of an msisdn, or null for none. */
export type BearerQuestion = { tokenHash: string; msisdn: string | null }

/**
 * A live token's application, its own limit in calls per minute (0 if it has none), the ranges that it may be called from
 * (separated by commas, empty for everywhere), and the account if it exists and the application may read it.
 */
export type Bearer = {
  applicationId: string
  rateLimit: number
  networks: string
  /** The rehearsal that its application is in, as far as this look-up knows. */
  rehearsalId: string | null
  account: Account | null
}

/** Whose token it was that has ended: known only of an application that is in a rehearsal. It opens nothing. */
export type EndedBearer = { ended: true; applicationId: string; rehearsalId: string }

/** What a look-up found; null for a token that is not valid. */
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

// Sandbox only: an application's own test accounts, read only if no shared account has the number, as the LIMIT around
// both stops at the first row. Production's statement does not contain them.
const ownTestAccount = `
    UNION ALL
    SELECT ${ownColumns}
    FROM test_account o WHERE o.application_id = t.application_id AND o.msisdn = q.msisdn`

const isLive = 't.expires_at > now()'

/**
 * The application `t` of a live token from the request `q`, in the environment `$3`. Its allow-list is not for the worker's
 * call that proves an approval, which no other call is like: the number never exists. In the Sandbox also that of a token
 * that has ended, while its application is in a rehearsal: `rehearsal` then begins with a hyphen.
 */
export const applicationOfToken = (environment: Environment) => `(
    SELECT t.application_id, a.access, coalesce(a.rate_limit, 0) AS rate_limit,
      CASE WHEN a.state = 'activating' AND q.msisdn = ${reservedMsisdn} THEN ''
        ELSE array_to_string(a.allowed_networks, ',') END AS networks,
      ${rehearsalOf[environment]} AS rehearsal
    FROM access_token t JOIN application a ON a.id = t.application_id
    WHERE t.token_hash = q.hash AND ${servesToken[environment]} AND a.environment = $3::environment
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

/** Whether the application `t` may read the account of the request `q`. */
export const mayRead = `(t.access = 'all'
        OR EXISTS (SELECT FROM account_grant g WHERE g.application_id = t.application_id AND g.msisdn = q.msisdn))`

/** The words of an account `w`, in the order of {@link readAccount}. */
export const wordsOfAccount = `w.type, w.status, w.currency, w.balance, w.frozen_balance,
    floor(extract(epoch FROM w.as_of)), w.simulated_delay_ms, w.simulated_error`

// The LIMIT in each lateral part keeps the planner to one index probe per request, whatever its statistics say. All
// results come as one text, a line each with its words in the order of `readAnswer`: rows with ten columns cost both
// sides more than the look-up itself. A null ends its line early, as `concat_ws` leaves it out.
const statementWith = (environment: Environment, ownAccount: string) => `
  SELECT string_agg(concat_ws(' ', q.position, t.application_id, t.rate_limit, t.networks, t.rehearsal, ${wordsOfAccount}), E'\\n')
  FROM unnest($1::bytea[], $2::bigint[]) WITH ORDINALITY AS q (hash, msisdn, position)
  CROSS JOIN LATERAL ${applicationOfToken(environment)}
  LEFT JOIN LATERAL (
    SELECT w.type, w.status, w.currency, w.balance, w.frozen_balance, w.as_of, w.simulated_delay_ms,
      CASE WHEN w.simulated_outage THEN 'unavailable' END AS simulated_error
    FROM wallet_account w
    WHERE w.environment = $3::environment AND w.msisdn = q.msisdn
      AND ${mayRead}${ownAccount}
    LIMIT 1
  ) w ON true
  WHERE ${carryingRequests('$4')}`

const statements: Record<Environment, string> = {
  sandbox: statementWith('sandbox', ownTestAccount),
  production: statementWith('production', ''),
}

/**
 * Looks up all requests in one prepared statement, by the database's clock. Whether a token is live, its application
 * may be served and the account is granted is decided at that moment, so a revocation is effective from the next call,
 * and so is a change of the application's limit.
 * @param requestIds of all requests in the batch, see {@link carryingRequests}
 * @returns the bearer of each request, in order, or null if the token is not valid in this environment; `ended` for one of
 *   an application in rehearsal that is no longer valid
 */
export async function findBearers(
  pool: Pool,
  environment: Environment,
  questions: BearerQuestion[],
  requestIds: string,
): Promise<FoundBearer[]> {
  const { rows } = await pool.query<[string | null]>({
    name: 'find-bearers',
    text: statements[environment],
    rowMode: 'array',
    values: [...toArrays(questions), environment, requestIds],
  })
  const bearers: FoundBearer[] = new Array(questions.length).fill(null)
  const answers = rows[0]?.[0]
  if (answers) for (const line of answers.split('\n')) readAnswer(bearers, line.split(' '))
  return bearers
}

/** Array literals built by hand: hexadecimal and digits need no escaping, and this is the hottest line of all. */
export function toArrays(questions: BearerQuestion[]): [hashes: string, msisdns: string] {
  return [
    `{${questions.map(({ tokenHash }) => `"\\\\x${tokenHash}"`).join(',')}}`,
    `{${questions.map(({ msisdn }) => msisdn ?? 'NULL').join(',')}}`,
  ]
}

function readAnswer(bearers: FoundBearer[], words: string[]): void {
  const whose = readWhose(words)
  bearers[Number(words[0]) - 1] = 'ended' in whose ? whose : { ...whose, account: readAccount(words, 5) }
}

/** The words before those of an account or of other rights: position, application, limit, networks, rehearsal. */
export function readWhose(words: string[]): Omit<Bearer, 'account'> | EndedBearer {
  const applicationId = words[1] as string
  const rehearsal = words[4] as string
  if (rehearsal.startsWith('-')) return { ended: true, applicationId, rehearsalId: rehearsal.slice(1) }
  return {
    applicationId,
    rateLimit: Number(words[2]),
    networks: words[3] as string,
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
