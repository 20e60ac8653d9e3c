import { setFlagsFromString } from 'node:v8'
import { PrismaPg } from '@prisma/adapter-pg'
import { Pool, type QueryResult, type QueryResultRow } from 'pg'
import { PrismaClient } from '@/generated/prisma/client'
import { requireSetting } from './env'
import { isUuid } from './ids'
import { createPool } from './pool'
import { remember } from './remember'
import { currentRequestId } from './request-context'
import { committable, refused, refusedOutcome } from './result'
import { traceHeaders } from './tracing'

/** Prisma's client, and the same inside `$transaction`: what queries take so that they run in either. */
export type Database = PrismaClient
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

/** Milliseconds. On a busy machine a person has to wait, which is better than losing their input. */
const transactionOptions = { maxWait: 10_000, timeout: 20_000 }

/** Maximum attempts at a transaction that the database aborts to break a deadlock. */
const maxAttempts = 4

/** This process's Prisma client, on one pool to `DATABASE_URL`, created at the first call. */
export function database(): PrismaClient {
  current.prisma ??= createPrisma()
  return current.prisma
}

/** Runs a transaction about the row `id`, or refuses `not_found` for an id that no row can have. */
export async function onRow<Outcome>(id: string, run: (transaction: Transaction) => Promise<Outcome>) {
  return isUuid(id) ? database().$transaction(run) : refused('not_found')
}

/** The pool under {@link database}, for scripts and checks. */
export function databasePool(): Pool {
  return current.pool ?? connectTo(requireSetting('DATABASE_URL'))
}

/** Runs our own SQL for the current request; a comment in the statement names it, as in those of {@link database}. */
export function queryDatabase<Row extends QueryResultRow>(
  text: string,
  values?: unknown[],
): Promise<QueryResult<Row>> {
  return databasePool().query<Row>(text + formatComment(nameOrigin()), values)
}

/**
 * Points {@link database} elsewhere: tests give each file its own database.
 * @param name shown by PostgreSQL as application_name
 */
export function connectTo(connectionString: string, name = 'guichet-portal'): Pool {
  current.pool = createPool(connectionString, 10, name)
  return current.pool
}

/** Closes the connections when their transactions have ended; the next call opens new ones. */
export async function closeDatabase(): Promise<void> {
  const { pool } = current
  current.pool = undefined
  await pool?.end()
}

/** For Prisma's `contains` and the like, which pass `%` and `_` through to LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** True when `error` is a unique violation on the index or constraint `name`. */
export function violatesUnique(error: unknown, name: string): boolean {
  return isKnownError(error) && error.code === 'P2002' && JSON.stringify(error.meta ?? {}).includes(name)
}

const current = remember<{ pool?: Pool; prisma?: PrismaClient }>('guichetDatabase', () => ({}))

/**
 * The client stays when the pool under it changes: reading the schema takes a quarter of a second, and it keeps the
 * queries that it has compiled.
 */
function createPrisma(): PrismaClient {
  // V8 would spend a second of another core on optimizing Prisma's query compiler (WebAssembly) in each
  // process. It pays only for thousands of different queries: what was compiled once is kept. Larger than the
  // default budget by a factor of fifty.
  setFlagsFromString('--wasm-tiering-budget=100000000')
  const pool = new Proxy(new Pool(), {
    get(_, name) {
      const under = databasePool()
      const value = Reflect.get(under, name)
      return typeof value === 'function' ? value.bind(under) : value
    },
  })
  return withTransactions(
    new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions, comments: [nameOrigin] }),
  )
}

/**
 * A refusal rolls an interactive transaction back, unless it keeps its writes (result.ts). One that the database
 * aborted because of a deadlock (40P01) or a serialization failure (40001) is run again: it was rolled back, and the
 * other transaction can proceed. So the code of a transaction must change nothing but the database.
 */
function withTransactions(prisma: PrismaClient): PrismaClient {
  const begin = prisma.$transaction.bind(prisma) as (...given: unknown[]) => Promise<unknown>
  async function run(work: unknown, ...options: unknown[]): Promise<unknown> {
    if (typeof work !== 'function') return begin(work, ...options)
    for (let attempt = 1; ; attempt++) {
      try {
        return await begin(
          async (transaction: Transaction) => committable(await work(transaction)),
          ...options,
        )
      } catch (error) {
        const outcome = refusedOutcome(error)
        if (outcome) return outcome
        if (attempt === maxAttempts || !isConflict(error)) throw error
      }
    }
  }
  return Object.assign(prisma, { $transaction: run as PrismaClient['$transaction'] })
}

/** Prisma reports both conflicts with the same code, wherever in the statement they occurred. */
function isConflict(error: unknown): boolean {
  return isKnownError(error) && JSON.stringify(error.meta ?? {}).includes('"TransactionWriteConflict"')
}

/** The comment that shows a statement's origin to operators who find it in the log of slow statements. */
function nameOrigin(): Record<string, string> {
  const requestId = currentRequestId()
  return requestId ? { request_id: requestId, ...traceHeaders() } : traceHeaders()
}

/** In Prisma's format (sqlcommenter): percent-encoded, so that no value ends the comment. */
function formatComment(origin: Record<string, string>): string {
  const pairs = Object.entries(origin).map(
    ([key, value]) => `${key}='${encodeURIComponent(value).replaceAll("'", "\\'")}'`,
  )
  return pairs.length === 0 ? '' : ` /*${pairs.join(',')}*/`
}

function isKnownError(error: unknown): error is { code: string; meta?: unknown } {
  return error instanceof Error && 'code' in error
}
