import { accessSync, chmodSync, constants, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from '@/lib/env'
import { makeFolder } from '@/lib/files'
import { lockFolder } from '../lock.mjs'
import { say } from './console'
import { stopLater } from './shutdown'

/** Long enough for a start that was told to stop, or whose npm was killed. */
const stopMs = 10_000

/**
 * Claims the data folder for this start, and puts the logs of the previous one aside, in `logs.1`.
 * @throws SettingsError when another start runs on it, or this user cannot write there
 */
export async function claimDataDir(dataDir: string): Promise<void> {
  const logs = join(dataDir, 'logs')
  makeFolders(dataDir, logs)
  const lock = await waitForLock(dataDir)
  stopLater(() => lock.release())
  rmSync(`${logs}.1`, { recursive: true, force: true })
  renameSync(logs, `${logs}.1`)
  makeFolder(logs, 0o700)
}

function makeFolders(dataDir: string, logs: string): void {
  try {
    if (!existsSync(dataDir)) {
      makeFolder(dataDir)
      // The user that runs PostgreSQL passes through to its own folder; no one else can list this one.
      chmodSync(dataDir, 0o711)
    }
    makeFolder(logs, 0o700)
    for (const folder of [dataDir, logs]) accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'EROFS' ? 'its disk is read-only' : 'this user cannot write there'
    throw new SettingsError(`DATA_DIR: ${dataDir} cannot be used, as ${why} (${code}).`)
  }
}

async function waitForLock(dataDir: string): Promise<{ release: () => void }> {
  let lock = await lockFolder(dataDir, 0)
  if ('holder' in lock) {
    say(`Waiting ${stopMs / 1000} s for process ${lock.holder} to stop, which runs on ${dataDir}`)
    lock = await lockFolder(dataDir, stopMs)
  }
  if ('release' in lock) return lock
  throw new SettingsError(
    `Guichet already runs on ${dataDir} (process ${lock.holder}): stop that, or set DATA_DIR to another folder.`,
  )
}
