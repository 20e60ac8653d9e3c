import { requireSetting } from '@/lib/env'
import { exitWithParent } from '@/lib/process'
import type { ProcessRoles } from '@/prisma/grants'
import { explain } from '../explain'
import { type Prepared, prepareDatabase } from './database'

/** The message to the process that started this one. */
export type Report = { prepared: Prepared } | { failure: string }

// A separate process of `npm start`, so that its memory is free again when the others start.
exitWithParent()
try {
  const roles = JSON.parse(process.env.GUICHET_ROLES ?? '{}') as ProcessRoles
  const embedded = process.env.GUICHET_EMBEDDED === '1'
  const prepared = await prepareDatabase(requireSetting('DATABASE_URL'), roles, embedded)
  report({ prepared })
} catch (error) {
  const sentence = explain(error)
  console.error(sentence ?? error)
  report({ failure: sentence ?? (error instanceof Error ? error.message : String(error)) })
  process.exitCode = 1
} finally {
  process.disconnect?.()
}

function report(how: Report): void {
  process.send?.(how)
}
