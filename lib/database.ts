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
    prisma: new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions, comments }),
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
