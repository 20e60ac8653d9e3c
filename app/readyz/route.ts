import { databasePool } from '@/lib/database'
import { isStopping } from '@/lib/process'
import { pendingMigrations } from '@/prisma/migrate'

export const dynamic = 'force-dynamic'

/** Can serve: the database answers and has all migrations of this version, and the process was not told to end. */
export async function GET() {
  const { database, migrations } = await check()
  const checks = { database, migrations, staying: !isStopping() }
  const ready = Object.values(checks).every(Boolean)
  return Response.json(
    { status: ready ? 'ok' : 'unavailable', checks },
    { status: ready ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
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
