import type { Pool } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { carryingRequests } from '@/lib/request-context'
import { nameStatement } from '@/lib/statement'
import type { TestAccount } from './schema'

/**
 * A change of one application's test accounts: `change_test_accounts` of the database applies it, for the
 * portal and for gateways, with the same rules.
 */
export type TestAccountChange =
  /** `create` refuses a number that exists, `import` keeps the other accounts, `fixture` deletes them. */
  | { kind: 'create' | 'put' | 'import' | 'fixture'; accounts: TestAccount[] }
  /** Without touching what a reset restores. */
  | { kind: 'change'; msisdn: string; accounts: [TestAccount] }
  | { kind: 'delete'; msisdn: string }
  /** To what was put last, without its fault: all accounts if `msisdn` is null. */
  | { kind: 'reset'; msisdn: string | null }

/** The outcome of a change, and the accounts after a reset. `done` includes created; only `put` reports `replaced`. */
export type ChangeResult = {
  outcome:
    | 'done'
    | 'replaced'
    | 'not_found'
    | 'exists'
    /** A shared or reserved number. */
    | 'reserved'
    /** Over 100 accounts. */
    | 'too_many'
    /** Deleted in the meantime, or not of the Sandbox. */
    | 'no_application'
  accounts: TestAccount[]
}

/** A call to an account whose fault ends after a number of calls. */
export type FaultyCall = { applicationId: string; msisdn: string }

/** The fault that a call met. */
export type TakenFault = { delayMs: number; error: TestAccount['error'] }

/** The applications `$1`, in their order, each null if it is not of the gateway's environment. */
const own = (environment: string) => `ARRAY(
    SELECT a.id FROM unnest($1::uuid[]) WITH ORDINALITY AS q (id, position)
    LEFT JOIN application a ON a.id = q.id AND a.environment = ${environment}::environment ORDER BY q.position)`

const changeStatement = nameStatement(
  'change-test-accounts',
  `SELECT change_test_accounts(${own('$4')}, $2::jsonb[]) AS results WHERE ${carryingRequests('$3')}`,
)

const findStatement = nameStatement(
  'find-test-accounts',
  `SELECT (
      SELECT jsonb_agg(describe_test_account(t) ORDER BY t.msisdn) FROM test_account t
      WHERE t.application_id = a.id AND t.msisdn BETWEEN coalesce(q.msisdn, 0) AND coalesce(q.msisdn, 999999999999999)
    ) AS accounts
    FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS q (application_id, msisdn, position)
    LEFT JOIN application a ON a.id = q.application_id AND a.environment = $4::environment
    WHERE ${carryingRequests('$3')} ORDER BY q.position`,
)

const takeStatement = nameStatement(
  'take-faults',
  `SELECT position, delay_ms AS "delayMs", error FROM take_test_account_faults(${own('$4')}, $2::bigint[])
    WHERE ${carryingRequests('$3')}`,
)

/** Changes, one after the other as given, in one statement. @param requestIds see {@link carryingRequests} */
export async function changeTestAccounts(
  pool: Pool,
  environment: Environment,
  changes: { applicationId: string; change: TestAccountChange }[],
  requestIds: string,
): Promise<ChangeResult[]> {
  const { rows } = await pool.query<{ results: ChangeResult[] }>({
    ...changeStatement,
    values: [
      changes.map(({ applicationId }) => applicationId),
      changes.map(({ change }) => JSON.stringify(change)),
      requestIds,
      environment,
    ],
  })
  return rows[0]?.results ?? []
}

/**
 * The accounts of each application by number, or the one that is asked for. @param requestIds see {@link
 * carryingRequests}
 */
export async function findTestAccounts(
  pool: Pool,
  environment: Environment,
  questions: { applicationId: string; msisdn: string | null }[],
  requestIds: string,
): Promise<TestAccount[][]> {
  const { rows } = await pool.query<{ accounts: TestAccount[] | null }>({
    ...findStatement,
    values: [
      questions.map(({ applicationId }) => applicationId),
      questions.map(({ msisdn }) => msisdn),
      requestIds,
      environment,
    ],
  })
  return rows.map(({ accounts }) => accounts ?? [])
}

/**
 * Counts calls to accounts whose fault ends after a number of calls, across all gateways.
 * @param requestIds see {@link carryingRequests}
 * @returns for each call the fault that it met; null if the fault has ended or was removed in the meantime
 */
export async function consumeFaults(
  pool: Pool,
  environment: Environment,
  calls: FaultyCall[],
  requestIds: string,
): Promise<(TakenFault | null)[]> {
  const { rows } = await pool.query<{ position: number } & TakenFault>({
    ...takeStatement,
    values: [
      calls.map(({ applicationId }) => applicationId),
      calls.map(({ msisdn }) => msisdn),
      requestIds,
      environment,
    ],
  })
  const taken: (TakenFault | null)[] = new Array(calls.length).fill(null)
  for (const { position, delayMs, error } of rows) taken[position - 1] = { delayMs, error }
  return taken
}
