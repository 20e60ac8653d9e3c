import {
  Client,
  type Connection,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryArrayConfig,
  type Submittable,
} from 'pg'

type Values = (string | null)[]
type Reply = { rows: string[][] }
type Done = (error: Error | undefined, reply: Reply) => void

/** Of a prepared statement: its columns and values are text, and a {@link TextClient} takes the short way. */
export const asText = { rowMode: 'array', isText: true } as const

type TextConfig = Required<QueryArrayConfig<Values>> & { isText?: boolean }

/**
 * A client with a short way for statements {@link asText}. For any other, `pg` asks PostgreSQL to describe the columns
 * of each result and sends four messages apart: without that the process takes two thirds of the time, and PostgreSQL
 * 6 µs less.
 */
class TextClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: one signature for all of `pg`'s
  override query(config: any, values?: any, done?: any): any {
    if (!(config as TextConfig).isText) return super.query(config, values, done)
    if (done) return super.query(new TextQuery(config, done))
    return new Promise((resolve, reject) => {
      super.query(new TextQuery(config, (error, reply) => (error ? reject(error) : resolve(reply))))
    })
  }
}

/**
 * A pool that keeps clients at hand for statements {@link asText}: to fetch one and bring it back, with listeners and
 * two timers, costs as much as the statement. Whoever else needs a client gets one of them before the pool opens
 * another.
 */
export class TextPool extends Pool {
  readonly kept: PoolClient[] = []

  constructor(config: PoolConfig) {
    super({ ...config, Client: TextClient })
    this.on('connect', (client) => client.on('error', () => this.drop(client)))
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  override query(config: any, values?: any, done?: any): any {
    if (!(config as TextConfig).isText) return super.query(config, values, done)
    return new Promise((resolve, reject) => {
      const ask = (client: PoolClient) =>
        client.query(
          config,
          undefined as never,
          ((error: Error | undefined, reply: Reply) => {
            if (error || this.ending || this.waitingCount > 0) client.release(error)
            else this.kept.push(client)
            if (error) reject(error)
            else resolve(reply)
          }) as never,
        )
      const client = this.kept.pop()
      if (client) ask(client)
      else super.connect((error, opened) => (opened ? ask(opened) : reject(error)))
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  override connect(done?: any): any {
    if (this.idleCount === 0) this.kept.pop()?.release()
    return super.connect(done)
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  override end(done?: any): any {
    for (const client of this.kept.splice(0)) client.release()
    return super.end(done)
  }

  /** Its connection is lost. */
  private drop(client: PoolClient): void {
    const at = this.kept.indexOf(client)
    if (at >= 0) this.kept.splice(at, 1)[0]?.release(true)
  }
}

/** The clients of a pool that do nothing, kept at hand or not. */
export function countIdle(pool: Pool): number {
  return pool.idleCount + (pool instanceof TextPool ? pool.kept.length : 0)
}

/** A query as `pg` sees it. */
class TextQuery implements Submittable {
  readonly name: string
  readonly text: string
  private readonly values: Values
  private readonly reply: Reply = { rows: [] }

  constructor(
    { name, text, values }: TextConfig,
    /** Replaced by `pg`, for its timeout. */
    public callback: Done,
  ) {
    this.name = name
    this.text = text
    this.values = values
  }

  submit(connection: Connection & { parsedStatements?: Record<string, string> }): void {
    const { name, text } = this
    if (connection.parsedStatements?.[name] === undefined) connection.parse({ name, text, types: [] }, true)
    connection.stream.write(writeMessages(name, this.values))
  }

  handleDataRow({ fields }: { fields: string[] }): void {
    this.reply.rows.push(fields)
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(undefined, this.reply)
  }

  handleError(error: Error): void {
    this.callback(error, this.reply)
  }
}

/** Execute without a limit of rows, and Sync. */
const executeAndSync = Buffer.from('450000000900000000005300000004', 'hex')

/** Bind with parameters and results as text, Execute and Sync, in one piece (PostgreSQL's documentation, 54.7). */
function writeMessages(name: string, values: Values): Buffer {
  let length = 12 + name.length
  for (const value of values) length += 4 + (value === null ? 0 : Buffer.byteLength(value))
  const bytes = Buffer.allocUnsafe(1 + length + executeAndSync.length)
  bytes[0] = 0x42
  let at = bytes.writeInt32BE(length, 1)
  at += bytes.write(`\0${name}\0\0\0`, at, 'latin1')
  at = bytes.writeInt16BE(values.length, at)
  for (const value of values) {
    const size = value === null ? -1 : bytes.write(value, at + 4)
    at = bytes.writeInt32BE(size, at) + Math.max(0, size)
  }
  at = bytes.writeInt16BE(0, at)
  executeAndSync.copy(bytes, at)
  return bytes
}
