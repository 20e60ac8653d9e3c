import type { ClientBase } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { nameStatement } from '@/lib/statement'
import type { Change } from './change'
import { lockNumbers, tryToLockNumbers } from './import-locks'
import { applyChange, type ChangeOutcome, type NumberState, never, stronger } from './number-state'

type Client = Pick<ClientBase, 'query'>
/** `tiesLose`: the changes may be older ones that arrive again, which those with the same time outrank. */
type Target = { environment: Environment; importId: number; numbersLocked: boolean; tiesLose?: boolean }

/** Another writer lets numbers appear: roll back, and begin again with the lock of numbers. */
class NumbersBusy extends Error {
  override name = 'NumbersBusy'
}

/** For one lock: a file that is being merged holds its accounts until it ends. */
const lockTimeout = '5s'
const maxAttempts = 4
const deadlock = '40P01'

/**
 * Runs `work` in one transaction that writes changes, again if another writer was in its way.
 * @param work does nothing but queries; it passes on what it is given
 */
export async function inChangeTransaction<T>(
  client: Client,
  work: (numbersLocked: boolean) => Promise<T>,
): Promise<T> {
  let numbersLocked = false
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = '${lockTimeout}'`)
      const value = await work(numbersLocked)
      await client.query('COMMIT')
      return value
    } catch (error) {
      const rolledBack = client.query('ROLLBACK').catch(() => {})
      if (error instanceof NumbersBusy) numbersLocked = true
      // Without waiting: a database that did not answer the statement will not answer this one.
      else if ((error as { code?: string }).code !== deadlock || attempt === maxAttempts) throw error
      await rolledBack
    }
  }
}

/**
 * Applies changes in their order, with two statements for all accounts: one that locks and reads, one that writes.
 * Call it in {@link inChangeTransaction}.
 * @param groups each what one line or event brought
 * @returns an outcome for each group
 */
export async function writeChanges(
  client: Client,
  target: Target,
  groups: Change[][],
): Promise<ChangeOutcome[]> {
  const { environment } = target
  const numbers = [...new Set(groups.flatMap((group) => group.map(({ msisdn }) => msisdn)))]
  if (numbers.length === 0) return groups.map(() => 'unchanged')
  const appears = groups.some((group) => group.some(({ op }) => op === 'remove'))
  if (target.numbersLocked || appears) await lockNumbers(client, environment)
  const states = await lockAccounts(client, environment, numbers)
  if (states.size < numbers.length && !target.numbersLocked && !appears)
    await lockMissing(client, environment, states, numbers)
  const absent = numbers.filter((msisdn) => !states.has(msisdn))
  if (absent.length > 0)
    for (const [msisdn, state] of await readAbsent(client, environment, absent)) states.set(msisdn, state)
  const outcomes = groups.map((group) =>
    group.reduce<ChangeOutcome>(
      (outcome, change) =>
        stronger(outcome, applyChange(states.get(change.msisdn) as NumberState, change, target.tiesLose)),
      'unchanged',
    ),
  )
  await writeStates(client, target, states)
  return outcomes
}

/** Some may have got an account until the lock was there. */
async function lockMissing(
  client: Client,
  environment: Environment,
  states: States,
  numbers: string[],
): Promise<void> {
  if (!(await tryToLockNumbers(client, environment))) throw new NumbersBusy()
  const missing = numbers.filter((msisdn) => !states.has(msisdn))
  for (const [msisdn, state] of await lockAccounts(client, environment, missing)) states.set(msisdn, state)
}

type States = Map<string, NumberState>

// A table without statistics, as while it is filled for the first time, seems to have a row of each environment. So no
// statement here leaves PostgreSQL the choice to join it: each number is looked up. Those that look up have no name, so
// that they are planned each time: a plan that is kept from when the table was small would read all of it.

/**
 * Locks those of the accounts that exist, in the order of their numbers, and reads them. Rows are texts, as each column
 * of a result costs.
 */
async function lockAccounts(client: Client, environment: Environment, numbers: string[]): Promise<States> {
  const inOrder = numbers.toSorted((a, b) => Number(a) - Number(b))
  const { rows } = await client.query(selectAccounts, [environment, toArray(inOrder)])
  const states: States = new Map()
  for (const { row } of rows as { row: string }[]) {
    const [msisdn, currency, balance, frozenBalance, type, status, at, detailsAt, removedAt] = row.split(
      ' ',
    ) as [string, string, string, string, string, string, string, string, string?]
    states.set(msisdn, {
      amounts: { currency, balance, frozenBalance, at: Number(at) },
      details: detailsAt === '-' ? null : { type, status, at: Number(detailsAt) },
      removedAt: removedAt === undefined ? never : Number(removedAt),
      isStored: true,
      isWaiting: false,
      wasRemoved: false,
      changed: false,
    })
  }
  return states
}

/** What is stored about numbers that have no account. Call it under the lock of numbers. */
async function readAbsent(client: Client, environment: Environment, numbers: string[]): Promise<States> {
  const { rows } = await client.query(selectAbsent, [environment, toArray(numbers)])
  return new Map(
    rows.map(({ msisdn, removedAt, waiting }): [string, NumberState] => [
      msisdn,
      {
        amounts: null,
        details: readWaiting(waiting),
        removedAt: removedAt === null ? never : Number(removedAt),
        isStored: false,
        isWaiting: waiting !== null,
        wasRemoved: false,
        changed: false,
      },
    ]),
  )
}

function readWaiting(row: string | null): NumberState['details'] {
  const [type, status, at] = (row?.split(' ') ?? []) as [string?, string?, string?]
  return type && status ? { type, status, at: Number(at) } : null
}

/** Writes what became of numbers, in one statement for each table. */
async function writeStates(
  client: Client,
  { environment, importId }: { environment: Environment; importId: number },
  states: States,
): Promise<void> {
  const changed = [...states].filter(([, state]) => state.changed)
  const gone = changed.filter(([, { wasRemoved }]) => wasRemoved)
  if (gone.length > 0) await removeAccounts(client, environment, gone)
  const accounts = changed.filter(([, { amounts }]) => amounts)
  if (accounts.length > 0) await writeAccounts(client, environment, importId, accounts)
  const others = changed.filter(([, { isStored, wasRemoved }]) => !isStored || wasRemoved)
  if (others.length > 0) await writeAbsent(client, environment, importId, others)
}

/**
 * With its grants, as a number that comes back must be granted again, and the refused changes whose time is not known;
 * the removal overtakes the others, unless they are later.
 */
async function removeAccounts(
  client: Client,
  environment: Environment,
  entries: [string, NumberState][],
): Promise<void> {
  const stored = entries.filter(([, { isStored }]) => isStored)
  await deleteOf(client, 'wallet_account', environment, stored)
  if (environment === 'sandbox') return
  const numbers = toArray(entries.map(([msisdn]) => msisdn))
  await client.query('SELECT delete_account_grants($1)', [numbers])
  await client.query('DELETE FROM refused_change WHERE msisdn = ANY ($1::bigint[]) AND as_of IS NULL', [
    numbers,
  ])
}

async function writeAccounts(
  client: Client,
  environment: Environment,
  importId: number,
  entries: [string, NumberState][],
): Promise<void> {
  const amounts = entries.map(([, { amounts }]) => amounts as NonNullable<typeof amounts>)
  const details = entries.map(([, { details }]) => details)
  await client.query({
    ...insertAccounts,
    values: [
      environment,
      importId,
      toArray(entries.map(([msisdn]) => msisdn)),
      toArray(details.map((each) => each?.type ?? 'customer')),
      toArray(details.map((each) => each?.status ?? 'active')),
      toArray(amounts.map(({ currency }) => currency)),
      toArray(amounts.map(({ balance }) => balance)),
      toArray(amounts.map(({ frozenBalance }) => frozenBalance)),
      toArray(amounts.map(({ at }) => at)),
      toArray(details.map((each) => each?.at ?? null)),
      toArray(entries.map(([, { removedAt }]) => orNull(removedAt))),
    ],
  })
}

/** Of what has no account: of an account, its row has its removal and its details. */
async function writeAbsent(
  client: Client,
  environment: Environment,
  importId: number,
  entries: [string, NumberState][],
): Promise<void> {
  const removed = entries.filter(([, { amounts, removedAt }]) => !amounts && removedAt !== never)
  if (removed.length > 0)
    await client.query({
      ...insertRemovals,
      values: [
        environment,
        importId,
        toArray(removed.map(([msisdn]) => msisdn)),
        toArray(removed.map(([, { removedAt }]) => removedAt)),
      ],
    })
  const back = entries.filter(([, { amounts, removedAt }]) => amounts && removedAt !== never)
  await deleteOf(client, 'removed_account', environment, back)
  const waiting = entries.flatMap(([msisdn, { amounts, details }]) =>
    !amounts && details ? [{ msisdn, ...details }] : [],
  )
  if (waiting.length > 0)
    await client.query({
      ...insertWaiting,
      values: [
        environment,
        toArray(waiting.map(({ msisdn }) => msisdn)),
        toArray(waiting.map(({ type }) => type)),
        toArray(waiting.map(({ status }) => status)),
        toArray(waiting.map(({ at }) => at)),
      ],
    })
  const joined = entries.filter(([, { amounts, details, isWaiting }]) => isWaiting && (amounts || !details))
  await deleteOf(client, 'waiting_details', environment, joined)
}

async function deleteOf(
  client: Client,
  table: 'wallet_account' | 'removed_account' | 'waiting_details',
  environment: Environment,
  entries: [string, NumberState][],
): Promise<void> {
  if (entries.length === 0) return
  await client.query(`DELETE FROM ${table} WHERE environment = $1 AND msisdn = ANY ($2::bigint[])`, [
    environment,
    toArray(entries.map(([msisdn]) => msisdn)),
  ])
}

/** Words and digits, which need no quotes: `pg` looks at each character. */
function toArray(values: (string | number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join()}}`
}

function orNull(at: number): number | null {
  return at === never ? null : at
}

const microseconds = (column: string) => `(extract(epoch FROM ${column}) * 1000000)::bigint`
const moment = (column: string) => `'epoch'::timestamptz + ${column} * interval '1 microsecond'`

// PostgreSQL does not merge a query that locks, or one within another's columns, with the one around it.

const selectAccounts = `
  SELECT found.row FROM unnest($2::bigint[]) AS given (msisdn) CROSS JOIN LATERAL (
    SELECT concat_ws(' ', stored.msisdn, stored.currency, stored.balance, stored.frozen_balance,
      stored.type, stored.status, ${microseconds('stored.as_of')},
      CASE WHEN stored.details_as_of = '-infinity' THEN '-'
        ELSE ${microseconds('coalesce(stored.details_as_of, stored.as_of)')}::text END,
      ${microseconds('stored.removed_as_of')}) AS row
    FROM wallet_account stored WHERE stored.environment = $1::environment AND stored.msisdn = given.msisdn
    FOR NO KEY UPDATE) found`

const selectAbsent = `
  SELECT given.msisdn::text,
    (SELECT ${microseconds('as_of')}::text FROM removed_account removed
     WHERE removed.environment = $1::environment AND removed.msisdn = given.msisdn) AS "removedAt",
    (SELECT concat_ws(' ', type, status, ${microseconds('as_of')}) FROM waiting_details waiting
     WHERE waiting.environment = $1::environment AND waiting.msisdn = given.msisdn) AS waiting
  FROM unnest($2::bigint[]) AS given (msisdn)`

const insertAccounts = nameStatement(
  'write-accounts',
  `INSERT INTO wallet_account (environment, import_id, msisdn, type, status, currency, balance, frozen_balance, as_of,
    details_as_of, removed_as_of)
  SELECT $1::environment, $2::integer, msisdn, type, status, currency, balance, frozen_balance, ${moment('amounts_at')},
    coalesce(${moment('details_at')}, '-infinity'), ${moment('removed_at')}
  FROM unnest($3::bigint[], $4::account_type[], $5::account_status[], $6::text[], $7::numeric[], $8::numeric[],
    $9::bigint[], $10::bigint[], $11::bigint[])
    AS given (msisdn, type, status, currency, balance, frozen_balance, amounts_at, details_at, removed_at)
  ORDER BY msisdn
  ON CONFLICT (environment, msisdn) DO UPDATE
  SET type = excluded.type, status = excluded.status, currency = excluded.currency, balance = excluded.balance,
    frozen_balance = excluded.frozen_balance, as_of = excluded.as_of, details_as_of = excluded.details_as_of,
    removed_as_of = excluded.removed_as_of, demo = false, import_id = excluded.import_id`,
)

const insertRemovals = nameStatement(
  'write-removals',
  `INSERT INTO removed_account (environment, msisdn, as_of, import_id)
  SELECT $1::environment, msisdn, ${moment('at')}, $2::integer
  FROM unnest($3::bigint[], $4::bigint[]) AS given (msisdn, at)
  ON CONFLICT (environment, msisdn) DO UPDATE
  SET as_of = excluded.as_of, import_id = excluded.import_id, removed_at = now()
  WHERE removed_account.as_of <> excluded.as_of`,
)

const insertWaiting = nameStatement(
  'write-waiting',
  `INSERT INTO waiting_details (environment, msisdn, type, status, as_of)
  SELECT $1::environment, msisdn, type, status, ${moment('at')}
  FROM unnest($2::bigint[], $3::account_type[], $4::account_status[], $5::bigint[]) AS given (msisdn, type, status, at)
  ON CONFLICT (environment, msisdn) DO UPDATE
  SET type = excluded.type, status = excluded.status, as_of = excluded.as_of, arrived_at = now()`,
)
