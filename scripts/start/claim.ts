import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from '@/lib/env'
import { takeLock } from '../lock.mjs'
import { reclaimOrphans } from './orphans'
import { onEnd, stopLater } from './shutdown'

/** Long enough for a start whose npm was killed to notice, and then for it to stop. */
const noticeMilliseconds = 1500
const stopMilliseconds = 15_000

/**
 * Takes the data folder for this start alone, and what is left of one that was killed.
 * @throws SettingsError when another start runs on it
 */
export async function claimDataDir(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { recursive: true })
    // The user that runs PostgreSQL passes through to its own folder; nobody else can list this one.
    chmodSync(dataDir, 0o711)
  }
  mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 })
  const lock = await waitForLock(dataDir)
  const stopping = join(dataDir, 'stopping')
  rmSync(stopping, { force: true })
  onEnd(() => writeFileSync(stopping, ''))
  stopLater(() => {
    rmSync(stopping, { force: true })
    lock.release()
  })
  await reclaimOrphans(dataDir)
}

async function waitForLock(dataDir: string): Promise<{ release: () => void }> {
  const path = join(dataDir, 'lock')
  let lock = await takeLock(path, noticeMilliseconds)
  if ('holder' in lock && existsSync(join(dataDir, 'stopping'))) lock = await takeLock(path, stopMilliseconds)
  if ('release' in lock) return lock
  throw new SettingsError(
    `Guichet already runs on ${dataDir} (process ${lock.holder}): stop that, or set DATA_DIR to another folder.`,
  )
}
