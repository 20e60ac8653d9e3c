import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { withPatience } from '@/lib/patience'
import type { Gateway } from './context'
import type { Exchange } from './exchange'
import { send } from './responses/send'

const patienceMilliseconds = 1500

/** `GET /healthz`: the process is alive. */
export function answerAlive(_gateway: Gateway, exchange: Exchange): void {
  sendStatus(exchange, 200, 'alive')
}

/** `GET /readyz`: the database answers and has the migrations of this version, and the process is not stopping. */
export async function answerReady(gateway: Gateway, exchange: Exchange): Promise<void> {
  if (gateway.draining) return sendStatus(exchange, 503, 'stopping')
  const pending = await withPatience(patienceMilliseconds, () => countPending(gateway.pool)).catch(() => null)
  if (pending === null) sendStatus(exchange, 503, 'database unreachable')
  else if (pending > 0) sendStatus(exchange, 503, 'migrations pending')
  else sendStatus(exchange, 200, 'ready')
}

async function countPending(pool: Pool): Promise<number> {
  const { rows } = await pool.query({
    name: 'pending-migrations',
    text: `SELECT count(*)::int AS pending FROM unnest($1::text[]) AS expected (name)
      WHERE NOT EXISTS (SELECT FROM _prisma_migrations m WHERE m.migration_name = expected.name
        AND m.finished_at IS NOT NULL AND m.rolled_back_at IS NULL)`,
    values: [expectedMigrations()],
  })
  return rows[0].pending
}

let expected: string[] | undefined

/** The folders' names; processes run in the project's folder. */
function expectedMigrations(): string[] {
  expected ??= readdirSync(join(process.cwd(), 'prisma', 'migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  return expected
}

function sendStatus(exchange: Exchange, status: number, word: string): void {
  send(exchange, status, ['Content-Type', 'application/json'], JSON.stringify({ status: word }))
}
