import { databasePool } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { checkStoredKeys } from '@/lib/health/key-checks'
import { createReadiness } from '@/lib/health/readiness'
import { createLogger } from '@/lib/logger'
import { isStopping } from '@/lib/process'

export const dynamic = 'force-dynamic'

let readiness: ReturnType<typeof createReadiness> | undefined

/** Can serve (lib/health/readiness.ts), and was not asked to stop. */
export async function GET() {
  const reason = isStopping() ? 'stopping' : await findObstacle()
  return Response.json(reason ? { status: 'unavailable', reason } : { status: 'ready' }, {
    status: reason ? 503 : 200,
    headers: { 'Cache-Control': 'no-store' },
  })
}

async function findObstacle(): Promise<string | null> {
  readiness ??= createReadiness({ pool: databasePool(), logger: createLogger('portal'), checkKeys })
  const found = await readiness.check()
  return found.ready ? null : found.reason
}

function checkKeys() {
  const { SECRET_ENCRYPTION_KEYS, SECRET_HASH_KEYS, LOST_KEYS } = getSettings()
  return checkStoredKeys(databasePool(), SECRET_ENCRYPTION_KEYS, SECRET_HASH_KEYS, LOST_KEYS)
}
