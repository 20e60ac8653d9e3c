import { mkdirSync } from 'node:fs'
import { backupNotePath } from '@/lib/health/machine-checks'
import { writeFileAs } from '@/scripts/launch/postgres/owned-file'

/** Records the last completed backup, for `guichet doctor` and the administration. */
export function noteBackup(dataDir: string, note: { at: string; folder: string }): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileAs(null, backupNotePath(dataDir), `${JSON.stringify(note)}\n`)
}
