import { hostname } from 'node:os'
import { Client, type ClientBase, type ClientConfig, type Pool, type PoolClient, types } from 'pg'
import { TextPool } from './text-client'

/**
 * Maximum time for establishing a connection. Longer than a caller of a gateway waits: an attempt that is given up has
 * to start again, so on a busy machine or a slow network no connection would ever be established.
 */
const connectMilliseconds = 5000

/**
 * Detects that the other machine has gone without closing the connection: after 10 s without traffic the kernel sends
 * ten probes, one a second, and closes the connection if none is acknowledged (Node's values, which cannot be set).
 * Data that was sent but not acknowledged is retransmitted instead, for a quarter of an hour (tcp_retries2; Node sets
 * no TCP_USER_TIMEOUT): callers that cannot wait for that need their own timeout.
 */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * A pool to `connectionString`. A lost connection is not a crash: the next query gets another.
 * Apart from `database.ts`, so that a gateway does not carry Prisma.
 * @param size maximum connections
 * @param name shown by PostgreSQL as application_name, with the machine and the process behind it; it truncates that
 * @param timeoutMs milliseconds after which a statement is given up and its connection closed; its work in the database
 *   ends as the role's settings say. Without it statements take as long as they need
 */
export function createPool(connectionString: string, size: number, name: string, timeoutMs?: number): Pool {
  const pool = new TextPool({
    connectionString,
    max: size,
    application_name: `${name} ${hostname()}:${process.pid}`,
    connectionTimeoutMillis: connectMilliseconds,
    idleTimeoutMillis: 60_000,
    ...keepAlive,
    query_timeout: timeoutMs,
    onConnect: prepareSession,
  })
  pool.on('error', () => {})
  return pool
}

/** Does `work` on a connection of the pool, which is closed where it throws. */
export async function onConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = true
  try {
    const result = await work(client)
    broken = false
    return result
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
export async function inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  try {
    await client.query('BEGIN')
    const value = await work()
    await client.query('COMMIT')
    return value
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/**
 * UTC, because Prisma's adapter ignores the offset of timestamps. The only setting of a session: poolers carry it over
 * as they carry no other, which would reach whoever gets the connection next. All else is the role's, see
 * `role-settings.ts`.
 */
async function prepareSession(client: ClientBase): Promise<void> {
  await client.query(`SET timezone = 'UTC'`)
}

// Exact text for numeric and 64-bit integers is pg's default; this keeps it even if a library changes it.
types.setTypeParser(types.builtins.NUMERIC, (text) => text)

/** Whether a code of OpenSSL's, as Node's errors have it, says that this machine does not trust a certificate. */
export function isUntrusted(code: unknown): boolean {
  return typeof code === 'string' && /CERT|SIGNATURE|UNABLE_TO_|ALTNAME/.test(code)
}

/** Why no connection to PostgreSQL was made, and what to set if its certificate is the cause. No password. */
export function explainConnection(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  const reason = message?.split('\n')[0]?.trim().replace(/\.$/, '').slice(0, 200) || code || 'unknown'
  if (isUntrusted(code))
    return `${reason} (${code}): add sslrootcert=/path/ca.pem to its URL, the certificate of the authority that signed the server's, or set NODE_EXTRA_CA_CERTS to that file`
  return reason
}
