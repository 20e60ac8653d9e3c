import { databasePool } from '@/lib/database'
import { pendingMigrations } from '@/prisma/migrate'

export const dynamic = 'force-dynamic'

/** Can serve: the database answers and has all migrations of this version. */
export async function GET() {
  const { database, migrations } = await check()
  const status = database && migrations ? 200 : 503
  return Response.json(
    { status: status === 200 ? 'ok' : 'unavailable', checks: { database, migrations } },
    { status, headers: { 'Cache-Control': 'no-store' } },
  )
}

async function check(): Promise<{ database: boolean; migrations: boolean }> {
  const client = await databasePool()
    .connect()
    .catch(() => null)
  if (!client) return { database: false, migrations: false }
  try {
    return { database: true, migrations: (await pendingMigrations(client)).length === 0 }
  } catch {
    return { database: false, migrations: false }
  } finally {
    client.release()
  }
}
