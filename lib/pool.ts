import { hostname } from 'node:os'
import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient, types } from 'pg'

/** PostgreSQL cuts longer ones off (NAMEDATALEN). */
const longestName = 63

/**
 * How long a connection may take to be made. Longer than a caller of a gateway waits: one that is given up half-made has
 * to be begun anew, so that on a busy machine, or over a slow network, all would be and none ever made.
 */
const connectMilliseconds = 5000

/**
 * Finds out that the machine at the other end is gone, which says nothing: a connection that is silent for 10 s is asked,
 * and given up when none of ten questions, one a second, is answered (these are Node's, and cannot be set). What was sent
 * and not taken the kernel sends again instead, for a quarter of an hour (tcp_retries2; Node sets no TCP_USER_TIMEOUT): who
 * cannot wait for that needs a timeout of their own.
 */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * A pool to `connectionString`. A lost connection is not a crash: the next query gets another.
 * Apart from `database.ts`, so that a gateway does not carry Prisma.
 * @param size connections at most
 * @param name shown by PostgreSQL as application_name, with the machine and the process behind it
 * @param timeoutMs milliseconds after which a statement is given up, its connection closed and, a little later, its
 *   work in the database ended; without it statements take as long as they need
 */
export function createPool(connectionString: string, size: number, name: string, timeoutMs?: number): Pool {
  const pool = new Pool({
    connectionString,
    max: size,
    application_name: `${name} ${hostname()}:${process.pid}`.slice(0, longestName),
    connectionTimeoutMillis: connectMilliseconds,
    idleTimeoutMillis: 60_000,
    ...keepAlive,
    query_timeout: timeoutMs,
    onConnect: (client) => prepareSession(client, timeoutMs),
  })
  pool.on('error', () => {})
  // A connection in somebody's hands has no listener of the pool's: lost then, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Does `work` on one connection in one transaction. Where it throws, nothing of it stays and the error is thrown on.
 * The connection goes back to the pool, or is closed when even ROLLBACK fails: the next borrower would find itself in
 * the old transaction.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await transact(
      client,
      () => work(client),
      (error) => {
        broken = error
      },
    )
  } finally {
    client.release(broken)
  }
}

/** Does `work` on a connection that is made for it and closed after it. */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Does `work` in one transaction of `client`. Where it throws, nothing of it stays and the error is thrown on. */
export async function inTransactionOf<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  return transact(client, work, () => {})
}

async function transact<T>(
  client: ClientBase,
  work: () => Promise<T>,
  onBroken: (error: Error) => void,
): Promise<T> {
  try {
    await client.query('BEGIN')
    const value = await work()
    await client.query('COMMIT')
    return value
  } catch (error) {
    await client.query('ROLLBACK').catch(onBroken)
    throw error
  }
}

// Who is in a hurry asks the same few statements of index probes: to plan them anew, or to remember probes that do not
// come again, costs more than it finds.
const oneFixedPlan = 'SET plan_cache_mode = force_generic_plan; SET enable_memoize = off'

/**
 * Settings of the session rather than of its start, so that poolers can stand between. UTC, because Prisma's adapter
 * reads timestamps without looking at their offset. And the database ends what nobody waits for any more.
 */
async function prepareSession(client: ClientBase, timeoutMs: number | undefined): Promise<void> {
  const limits =
    timeoutMs === undefined ? '' : `; SET statement_timeout = ${timeoutMs + 500}; ${oneFixedPlan}`
  await client.query(`SET timezone = 'UTC'${limits}`)
}

// Exact text for numeric and 64-bit integers is pg's default; keep it that way whatever a library sets.
types.setTypeParser(types.builtins.NUMERIC, (text) => text)
