import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool, QueryResult, QueryResultRow } from 'pg'
import { PrismaClient } from '@/generated/prisma/client'
import { requireSetting } from './env'
import { createPool } from './pool'
import { currentRequestId } from './request'
import { traceHeaders } from './tracing'

/** Prisma's client, and the same inside `$transaction`: what queries take so that they run in either. */
export type Database = PrismaClient
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

/** Milliseconds. A busy machine makes a person wait; that is better than to lose what they sent. */
const transactionOptions = { maxWait: 10_000, timeout: 20_000 }

/** How often a transaction is run in all when the database ends it to break a deadlock. */
const maxAttempts = 4

type Connections = { pool: Pool; prisma: PrismaClient }

/** This process's Prisma client, over one pool to `DATABASE_URL`, made at the first call. */
export function database(): PrismaClient {
  return connections().prisma
}

/** The pool under {@link database}, for scripts and checks. */
export function databasePool(): Pool {
  return connections().pool
}

/** Does SQL of our own for the request that runs; the statement says so in a comment, as those of {@link database} do. */
export function queryDatabase<Row extends QueryResultRow>(
  text: string,
  values?: unknown[],
): Promise<QueryResult<Row>> {
  return databasePool().query<Row>(text + formatComment(nameOrigin()), values)
}

/**
 * Points {@link database} elsewhere: tests give each file a database of its own.
 * @param name shown by PostgreSQL as application_name
 */
export function connectTo(connectionString: string, name = 'guichet-portal'): Connections {
  const pool = createPool(connectionString, 10, name)
  const comments = [nameOrigin]
  const made = {
    pool,
    prisma: withRetries(new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions, comments })),
  }
  holder.guichetDatabase = made
  return made
}

/** Closes the connections; the next call opens new ones. */
export async function closeDatabase(): Promise<void> {
  const open = holder.guichetDatabase
  holder.guichetDatabase = undefined
  await open?.prisma.$disconnect()
  await open?.pool.end()
}

/** True when `error` is a unique violation on the index or constraint `name`. */
export function violatesUnique(error: unknown, name: string): boolean {
  return isKnownError(error) && error.code === 'P2002' && JSON.stringify(error.meta ?? {}).includes(name)
}

// On globalThis: Next evaluates this module once more for its routes.
const holder = globalThis as { guichetDatabase?: Connections }

function connections(): Connections {
  return holder.guichetDatabase ?? connectTo(requireSetting('DATABASE_URL'))
}

/**
 * Runs an interactive transaction again when the database ended it as a deadlock (40P01) or a serialization failure
 * (40001): nothing of it was kept, and the other transaction can go ahead. So the work of a transaction changes
 * nothing but the database.
 */
function withRetries(prisma: PrismaClient): PrismaClient {
  const begin = prisma.$transaction.bind(prisma) as (...given: unknown[]) => Promise<unknown>
  async function run(...given: unknown[]): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await begin(...given)
      } catch (error) {
        if (attempt === maxAttempts || typeof given[0] !== 'function' || !isConflict(error)) throw error
      }
    }
  }
  return Object.assign(prisma, { $transaction: run as PrismaClient['$transaction'] })
}

/** Prisma names both conflicts alike, wherever in the statement they came up. */
function isConflict(error: unknown): boolean {
  return isKnownError(error) && JSON.stringify(error.meta ?? {}).includes('"TransactionWriteConflict"')
}

/** What a statement says in a comment of where it comes from, for who finds it among the slow ones of the database's log. */
function nameOrigin(): Record<string, string> {
  const requestId = currentRequestId()
  return requestId ? { request_id: requestId, ...traceHeaders() } : traceHeaders()
}

/** As Prisma writes it (sqlcommenter): percent-encoded, so that no value ends the comment. */
function formatComment(origin: Record<string, string>): string {
  const pairs = Object.entries(origin).map(
    ([key, value]) => `${key}='${encodeURIComponent(value).replaceAll("'", "\\'")}'`,
  )
  return pairs.length === 0 ? '' : ` /*${pairs.join(',')}*/`
}

function isKnownError(error: unknown): error is { code: string; meta?: unknown } {
  return error instanceof Error && 'code' in error
}
