import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopLater } from '@/scripts/launch/start/shutdown'

/** A separate data folder that the user running PostgreSQL can access; removed at the end. */
export function makeDataDir(kind: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), `guichet-${kind}-`))
  chmodSync(dataDir, 0o711)
  stopLater(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}
