import { statfs } from 'node:fs/promises'
import type { Finding } from './schema'

const gigabyte = 1e9

/**
 * Free space in DATA_DIR, which the embedded database, logs and backups fill. A process with an external database, in
 * its own container or unit, may have no such folder.
 */
export async function checkDisk(dataDir: string): Promise<Finding> {
  const found = await statfs(dataDir).catch((error: NodeJS.ErrnoException) => error)
  if (found instanceof Error)
    return found.code === 'ENOENT'
      ? { check: 'disk', outcome: 'absent', values: {} }
      : { check: 'disk', outcome: 'unreadable', values: { reason: found.code ?? found.message } }
  const { bavail, bsize, blocks } = found
  const free = bavail * bsize
  const values = {
    free: Math.round(free / (gigabyte / 10)) / 10,
    percent: Math.round((bavail / blocks) * 100),
  }
  const outcome = free < gigabyte / 2 ? 'full' : free < 2 * gigabyte || values.percent < 5 ? 'low' : 'good'
  return { check: 'disk', outcome, values }
}
