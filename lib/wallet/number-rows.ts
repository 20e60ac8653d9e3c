import type { ClientBase } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { nameStatement, type Statement } from '@/lib/statement'
import { type NumberState, never } from './number-state'

type Client = Pick<ClientBase, 'query'>
export type States = Map<string, NumberState>

/**
 * Locks those of the accounts that exist, in the order of their numbers, and reads them. Rows are texts, as each column
 * of a result costs; until the end of the transaction they stay where they are.
 */
export async function lockAccounts(
  client: Client,
  environment: Environment,
  numbers: string[],
): Promise<States> {
  const { rows } = await client.query({ ...selectAccounts, values: [environment, toArray(numbers)] })
  const states: States = new Map()
  for (const { row } of rows as { row: string }[]) {
    const [msisdn, place, currency, balance, frozenBalance, type, status, at, detailsAt, removedAt] =
      row.split(' ') as [string, string, string, string, string, string, string, string, string, string?]
    states.set(msisdn, {
      amounts: { currency, balance, frozenBalance, at: Number(at) },
      details: detailsAt === '-' ? null : { type, status, at: Number(detailsAt) },
      removedAt: removedAt === undefined ? never : Number(removedAt),
      place,
      wasRemoved: false,
      changed: false,
    })
  }
  return states
}

/** What is stored about numbers that have no account. Call it under the lock of numbers. */
export async function readAbsent(
  client: Client,
  environment: Environment,
  numbers: string[],
): Promise<States> {
  const { rows } = await client.query({ ...selectAbsent, values: [environment, toArray(numbers)] })
  return new Map(
    rows.map(({ msisdn, removedAt, waitingAt, type, status }): [string, NumberState] => [
      msisdn,
      {
        amounts: null,
        details: waitingAt === null ? null : { type, status, at: Number(waitingAt) },
        removedAt: removedAt === null ? never : Number(removedAt),
        place: null,
        wasRemoved: false,
        changed: false,
      },
    ]),
  )
}

/** Writes what became of numbers, in one statement for each table. */
export async function writeStates(
  client: Client,
  { environment, importId }: { environment: Environment; importId: number },
  states: States,
): Promise<void> {
  const changed = [...states].filter(([, state]) => state.changed)
  const gone = changed.filter(([, { wasRemoved }]) => wasRemoved).map(([msisdn]) => msisdn)
  if (gone.length > 0) await removeAccounts(client, environment, gone)
  const staying = changed.filter(([, { place, wasRemoved }]) => place !== null && !wasRemoved)
  const others = changed.filter(([, { place, wasRemoved }]) => place === null || wasRemoved)
  const written = await write(client, updateAccounts, environment, importId, staying)
  if (written !== staying.length) throw new Error('a locked account is no longer where it was')
  const opened = others.filter(([, { amounts }]) => amounts)
  await write(client, insertAccounts, environment, importId, opened)
  const back = changed.filter(([, { amounts, removedAt }]) => amounts && removedAt !== never)
  if (back.length > 0) await noteRemovals(client, environment, back)
  if (others.length > 0) await writeAbsent(client, environment, importId, others)
}

/** With its grants and refused changes: a number that comes back must be granted again. */
async function removeAccounts(client: Client, environment: Environment, numbers: string[]): Promise<void> {
  await client.query('DELETE FROM wallet_account WHERE environment = $1 AND msisdn = ANY ($2::bigint[])', [
    environment,
    numbers,
  ])
  if (environment === 'sandbox') return
  await client.query('SELECT delete_account_grants($1)', [numbers])
  await client.query('DELETE FROM refused_change WHERE msisdn = ANY ($1::bigint[]) AND as_of IS NULL', [
    numbers,
  ])
}

async function write(
  client: Client,
  statement: Statement,
  environment: Environment,
  importId: number,
  entries: [string, NumberState][],
): Promise<number> {
  if (entries.length === 0) return 0
  const amounts = entries.map(([, { amounts }]) => amounts as NonNullable<typeof amounts>)
  const details = entries.map(([, { details }]) => details)
  const { rowCount } = await client.query({
    ...statement,
    values: [
      environment,
      importId,
      statement === updateAccounts
        ? toArray(entries.map(([, { place }]) => `"${place}"`))
        : toArray(entries.map(([msisdn]) => msisdn)),
      toArray(details.map((each) => each?.type ?? 'customer')),
      toArray(details.map((each) => each?.status ?? 'active')),
      toArray(amounts.map(({ currency }) => currency)),
      toArray(amounts.map(({ balance }) => balance)),
      toArray(amounts.map(({ frozenBalance }) => frozenBalance)),
      toArray(amounts.map(({ at }) => at)),
      toArray(details.map((each) => each?.at ?? null)),
    ],
  })
  return rowCount ?? 0
}

/** The removals of accounts that are newer than them. In a statement of its own, as few have any. */
async function noteRemovals(
  client: Client,
  environment: Environment,
  entries: [string, NumberState][],
): Promise<void> {
  await client.query(
    `UPDATE wallet_account stored SET removed_as_of = ${moment('given.at')}
     FROM unnest($2::bigint[], $3::bigint[]) AS given (msisdn, at)
     WHERE stored.environment = $1::environment AND stored.msisdn = given.msisdn`,
    [environment, entries.map(([msisdn]) => msisdn), entries.map(([, { removedAt }]) => removedAt)],
  )
}

async function writeAbsent(
  client: Client,
  environment: Environment,
  importId: number,
  entries: [string, NumberState][],
): Promise<void> {
  const numbers = entries.map(([msisdn]) => msisdn)
  // Of an account, its row has them.
  const absent = entries.map(([, state]) => (state.amounts ? null : state))
  const removals = absent.map((state) => orNull(state?.removedAt ?? never))
  await client.query({ ...writeRemovals, values: [environment, importId, numbers, removals] })
  const waiting = absent.map((state) => state?.details)
  await client.query({
    ...writeWaiting,
    values: [
      environment,
      numbers,
      waiting.map((each) => each?.type ?? null),
      waiting.map((each) => each?.status ?? null),
      waiting.map((each) => each?.at ?? null),
    ],
  })
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

const selectAccounts = nameStatement(
  'lock-accounts',
  `SELECT concat_ws(' ', stored.msisdn, stored.ctid, stored.currency, stored.balance, stored.frozen_balance,
    stored.type, stored.status, ${microseconds('stored.as_of')},
    CASE WHEN stored.details_as_of = '-infinity' THEN '-'
      ELSE ${microseconds('coalesce(stored.details_as_of, stored.as_of)')}::text END,
    ${microseconds('stored.removed_as_of')}) AS row
  FROM unnest($2::bigint[]) AS given (msisdn)
  JOIN wallet_account stored ON stored.environment = $1::environment AND stored.msisdn = given.msisdn
  ORDER BY stored.msisdn FOR NO KEY UPDATE OF stored`,
)

const selectAbsent = nameStatement(
  'read-absent',
  `SELECT given.msisdn::text, ${microseconds('removed.as_of')}::text AS "removedAt", waiting.type, waiting.status,
    ${microseconds('waiting.as_of')}::text AS "waitingAt"
  FROM unnest($2::bigint[]) AS given (msisdn)
  LEFT JOIN removed_account removed ON removed.environment = $1::environment AND removed.msisdn = given.msisdn
  LEFT JOIN waiting_details waiting ON waiting.environment = $1::environment AND waiting.msisdn = given.msisdn`,
)

const given = (key: string, type: string) => `
  SELECT ${key}, type, status, currency, balance, frozen_balance, ${moment('amounts_at')} AS as_of,
    coalesce(${moment('details_at')}, '-infinity') AS details_as_of
  FROM unnest($3::${type}[], $4::account_type[], $5::account_status[], $6::text[], $7::numeric[], $8::numeric[],
    $9::bigint[], $10::bigint[])
    AS given (${key}, type, status, currency, balance, frozen_balance, amounts_at, details_at)`

const updateAccounts = nameStatement(
  'update-accounts',
  `UPDATE wallet_account stored
  SET type = given.type, status = given.status, currency = given.currency, balance = given.balance,
    frozen_balance = given.frozen_balance, as_of = given.as_of, details_as_of = given.details_as_of, demo = false,
    import_id = $2
  FROM (${given('place', 'tid')}) given
  WHERE stored.environment = $1::environment AND stored.ctid = given.place`,
)

const insertAccounts = nameStatement(
  'insert-accounts',
  `INSERT INTO wallet_account
    (environment, import_id, msisdn, type, status, currency, balance, frozen_balance, as_of, details_as_of)
  SELECT $1::environment, $2::integer, given.* FROM (${given('msisdn', 'bigint')}) given ORDER BY msisdn`,
)

const writeRemovals = nameStatement(
  'write-removals',
  `WITH given AS (SELECT * FROM unnest($3::bigint[], $4::bigint[]) AS given (msisdn, at)),
  back AS (
    DELETE FROM removed_account removed USING given
    WHERE removed.environment = $1::environment AND removed.msisdn = given.msisdn AND given.at IS NULL)
  INSERT INTO removed_account (environment, msisdn, as_of, import_id)
  SELECT $1::environment, msisdn, ${moment('at')}, $2::integer FROM given WHERE at IS NOT NULL
  ON CONFLICT (environment, msisdn) DO UPDATE
  SET as_of = excluded.as_of, import_id = excluded.import_id, removed_at = now()
  WHERE removed_account.as_of <> excluded.as_of`,
)

const writeWaiting = nameStatement(
  'write-waiting',
  `WITH given AS (
    SELECT * FROM unnest($2::bigint[], $3::account_type[], $4::account_status[], $5::bigint[])
      AS given (msisdn, type, status, at)),
  joined AS (
    DELETE FROM waiting_details waiting USING given
    WHERE waiting.environment = $1::environment AND waiting.msisdn = given.msisdn AND given.at IS NULL)
  INSERT INTO waiting_details (environment, msisdn, type, status, as_of)
  SELECT $1::environment, msisdn, type, status, ${moment('at')} FROM given WHERE at IS NOT NULL
  ON CONFLICT (environment, msisdn) DO UPDATE
  SET type = excluded.type, status = excluded.status, as_of = excluded.as_of, arrived_at = now()`,
)
