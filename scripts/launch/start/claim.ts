import { accessSync, chmodSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from '@/lib/env'
import { makeFolder } from '@/lib/make-folder'
import { takeLock } from '../lock.mjs'
import { reclaimOrphans } from './orphans'
import { onEnd, stopLater } from './shutdown'

/** Long enough for a start whose npm was killed to notice, and then to stop. */
const noticeMilliseconds = 1500
const stopMilliseconds = 15_000

/**
 * Claims the data folder for this start, and cleans up after one that was killed.
 * @throws SettingsError when another start runs on it, or this user cannot write there
 */
export async function claimDataDir(dataDir: string): Promise<void> {
  makeFolders(dataDir)
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

function makeFolders(dataDir: string): void {
  try {
    if (!existsSync(dataDir)) {
      makeFolder(dataDir)
      // The user that runs PostgreSQL passes through to its own folder; no one else can list this one.
      chmodSync(dataDir, 0o711)
    }
    const logs = join(dataDir, 'logs')
    makeFolder(logs, 0o700)
    for (const folder of [dataDir, logs]) accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'EROFS' ? 'its disk is read-only' : 'this user cannot write there'
    throw new SettingsError(`DATA_DIR: ${dataDir} cannot be used, as ${why} (${code}).`)
  }
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
