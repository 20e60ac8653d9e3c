import { join } from 'node:path'
import type { Prepared } from '@/scripts/operate/prepare/database'
import type { Report } from '@/scripts/operate/prepare/main'
import { endOf, onOutput, spawnNode } from '../spawn'
import { openLogFile } from './log-file'

/**
 * Migrates and seeds the database.
 * @param env the settings of that process: the database's owner, and what the first reviewer's e-mail needs
 * @throws Error with a sentence about the failure
 */
export async function prepareDatabase(
  program: string,
  env: Record<string, string>,
  dataDir: string,
): Promise<Prepared> {
  const log = openLogFile(join(dataDir, 'logs', 'prepare.log'))
  const args = ['--enable-source-maps', program]
  const child = spawnNode(args, env as NodeJS.ProcessEnv, ['ignore', 'pipe', 'pipe', 'ipc'])
  onOutput(child, log.write)
  let report: Report | undefined
  child.on('message', (message) => {
    report = message as Report
  })
  await endOf(child)
  if (report && 'prepared' in report) return report.prepared
  throw new Error(report?.failure ?? `The database could not be prepared:\n${log.lastLines().join('\n')}`)
}
