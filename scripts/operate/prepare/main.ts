import { requireSetting } from '@/lib/env'
import type { ProcessRoles } from '@/prisma/grants'
import { reportToStart } from '../explain'
import { prepareDatabase } from './database'

await reportToStart(() => {
  const roles = JSON.parse(process.env.GUICHET_ROLES ?? '{}') as ProcessRoles
  const embedded = process.env.GUICHET_EMBEDDED === '1'
  return prepareDatabase(requireSetting('DATABASE_URL'), roles, embedded)
})
