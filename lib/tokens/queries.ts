import type { Pool } from 'pg'
import type { AccountStatus, AccountType, Environment } from '@/generated/prisma/enums'
import { carryingRequests } from '@/lib/request-context'
import {
  askedRows,
  flag,
  foundRows,
  lookUpOne,
  lookUpSeveral,
  number,
  orNull,
  type Row,
  subquery,
  text,
  word,
} from '@/lib/rows'
import { onPrimary } from '@/lib/statement'
import { reservedMsisdn } from '@/lib/wallet/msisdn'

/** A bearer's request: the SHA-256 of the token in hexadecimal, and the digits of an msisdn, or null for none. */
export type BearerQuestion = { tokenHash: string; msisdn: string | null }

/** A live token's rights, and the account if it exists and the application may read it. */
export type Bearer = { rights: Rights; account: Account | null }

/** Whose token it was that has ended: known only of an application that is in a rehearsal. It opens nothing. */
export type EndedBearer = { ended: Rights }

/** The result of a look-up; null for a token that is not valid. */
export type FoundBearer = Bearer | EndedBearer | null

const isLive = 't.expires_at > now()'

/**
 * What a token gives its application `a`. The texts for the two environments differ in what is worth looking for, but
 * whichever runs, only rows of its own are found.
 */
const rightsOf = (environment: Environment) =>
  subquery('t', {
    applicationId: text('t.application_id'),
    /** Its own limit in calls per minute; 0 if it has none. */
    rateLimit: number('coalesce(a.rate_limit, 0)'),
    /**
     * The ranges that it may be called from, separated by commas; empty for everywhere. Not for the worker's call that
     * proves an approval, which no other call is like: the number never exists.
     */
    networks: text(`CASE WHEN a.state = 'activating' AND q.msisdn = ${reservedMsisdn} THEN ''
        ELSE array_to_string(a.allowed_networks, ',') END`),
    /** The rehearsal that it is in, as far as this look-up knows. */
    rehearsalId: orNull(text(environment === 'sandbox' ? 'a.rehearsal_id' : 'NULL')),
    isLive: flag(isLive),
    /** Every account, or those that are granted. */
    readsAll: flag("a.access = 'all'"),
  })

export const bearerColumns = { sandbox: rightsOf('sandbox'), production: rightsOf('production') }
export type Rights = NonNullable<ReturnType<(typeof bearerColumns)[Environment]['read']>>

/** The error that a test account simulates: the code of the problem. */
export type SimulatedError = 'unavailable' | 'quota_exceeded' | 'invalid_token'

/** Amounts are exact decimal text with the currency's decimals. */
const accountColumns = {
  type: word<AccountType>('type'),
  status: word<AccountStatus>('status'),
  currency: word('currency'),
  balance: word('balance'),
  frozenBalance: word('frozen_balance'),
  /** In Unix seconds. */
  asOf: number('floor(extract(epoch FROM as_of))'),
  simulatedDelayMs: number('simulated_delay_ms'),
  /** `counted`: its fault ends after a number of calls. */
  simulatedError: orNull(
    word<SimulatedError | 'counted'>("CASE WHEN simulated_outage THEN 'unavailable' END"),
  ),
}
export type Account = Row<typeof accountColumns>

/** An account of the operator. */
export const account = subquery('w', accountColumns)

/**
 * An application's own test account. A fault that ends at a moment is gone after it; one that ends after a number of
 * calls is `counted`, and its delay and error are those that `consumeFaults` returns.
 */
const ownAccount = subquery('w', {
  ...accountColumns,
  simulatedDelayMs: number(`CASE WHEN fault_calls IS NULL AND (fault_until > now()) IS NOT FALSE
        THEN simulated_delay_ms ELSE 0 END`),
  simulatedError: orNull(
    word<SimulatedError | 'counted'>(`CASE WHEN fault_calls IS NOT NULL THEN 'counted'
        WHEN (fault_until > now()) IS NOT FALSE THEN simulated_error END`),
  ),
})

/**
 * The rights `t` of the token of the request `q`, in the environment that `served` says. In the Sandbox also of one
 * that has ended, while its application is in a rehearsal.
 * @param limit to one row, which it is anyway: see below
 */
export const tokenOf = (environment: Environment, served: string, limit = 'LIMIT 1') => `(
    SELECT ${bearerColumns[environment].list}
    FROM access_token t JOIN application a ON a.id = t.application_id
    WHERE t.token_hash = q.hash AND ${environment === 'sandbox' ? `(${isLive} OR a.rehearsal_id IS NOT NULL)` : isLive}
      AND a.environment = ${served} AND a.state IN ('active', 'activating') AND NOT a.owner_suspended
    ${limit}
  ) t`

/** Whether the application may read the account of the request `q`: every one, or those that are granted. */
export const mayRead = (application: string, readsAll: string) => `(${readsAll}
        OR EXISTS (SELECT FROM account_grant g WHERE g.application_id = ${application} AND g.msisdn = q.msisdn))`

/** The operator's account of the number `q.msisdn` in the environment that `served` says. */
export const operatorsAccount = (served: string) => `
    SELECT ${account.list} FROM wallet_account w WHERE w.environment = ${served} AND w.msisdn = q.msisdn`

/** The test account of the number `q.msisdn` that the application `who` has. */
export const testAccount = (who: string) => `
    SELECT ${ownAccount.list} FROM test_account o WHERE o.application_id = ${who} AND o.msisdn = q.msisdn`

/** The parameter with the gateway's environment in the statements below. */
const served = '$2::environment'

export const askedBearers = askedRows<BearerQuestion>({
  hash: ['bytea', ({ tokenHash }) => tokenHash],
  msisdn: ['bigint', ({ msisdn }) => msisdn],
})

// In a batch the LIMIT in each lateral part keeps the planner to one index probe per request, whatever its statistics
// say. For one request it does so anyway, and without it the parts become one join, which costs a tenth less.
const lookUpsIn = (environment: Environment) => {
  const found = foundRows({ rights: bearerColumns[environment], account })
  const rules = (limit: string, accounts: string) =>
    `CROSS JOIN LATERAL ${tokenOf(environment, served, limit)}
  LEFT JOIN LATERAL (${accounts} ${limit}) w ON true
  WHERE ${carryingRequests('$1')} AND ${onPrimary}`
  const shared = `${operatorsAccount(served)} AND `
  const readable = `${shared}${mayRead('t."applicationId"', 't."readsAll"')}`
  // The Sandbox's own test accounts, only if no shared account has the number: the LIMIT stops at the first row. Nearly
  // all that are read there are shared ones. To have the other tables at hand costs a third of the statement, so
  // for one request they are read only if this one has no account.
  const isSandbox = environment === 'sandbox'
  const accounts = isSandbox ? `${readable}\n    UNION ALL${testAccount('t."applicationId"')}` : readable
  return {
    one: lookUpOne(
      'find-bearer',
      askedBearers,
      found,
      rules('', isSandbox ? `${shared}t."readsAll"` : readable),
    ),
    several: lookUpSeveral('find-bearers', askedBearers, found, rules('LIMIT 1', accounts)),
  }
}

const lookUps = { sandbox: lookUpsIn('sandbox'), production: lookUpsIn('production') }

/**
 * Looks up all requests in one prepared statement, by the database's clock. Whether a token is live, its application
 * may be served and the account is granted is decided at that moment, so a revocation is effective from the next call,
 * and so is a change of the application's limit.
 * @param requestIds of all requests in the batch, see {@link carryingRequests}
 * @returns the bearer of each request, in order, or null if the token is not valid in this environment;
 *   `ended` for one of an application in rehearsal that is no longer valid
 */
export async function findBearers(
  pool: Pool,
  environment: Environment,
  questions: BearerQuestion[],
  requestIds: string,
): Promise<FoundBearer[]> {
  const { one, several } = lookUps[environment]
  const values: [string, string] = [requestIds, environment]
  const bearers: FoundBearer[] = new Array(questions.length).fill(null)
  let isDecided = questions.length === 1
  if (isDecided)
    await one(pool, questions, values, ({ rights, account }) => {
      bearers[0] = toBearer(rights, account)
      isDecided = environment === 'production' || !rights?.isLive || account !== null
    })
  if (isDecided) return bearers
  bearers.fill(null)
  await several(pool, questions, values, ({ rights, account }, index) => {
    bearers[index] = toBearer(rights, account)
  })
  return bearers
}

/** An account is only for a live token. */
export function toBearer(rights: Rights | null, account: Account | null): FoundBearer {
  return rights && (rights.isLive ? { rights, account } : { ended: rights })
}
