import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Prepared } from '@/scripts/operate/prepare/database'
import type { Report } from '@/scripts/operate/prepare/main'
import { basicEnvironment } from '../build/run'
import { projectRoot } from '../root'
import { openLogFile } from './log-file'

/**
 * Migrates and seeds the database.
 * @param env the settings of that process: the database's owner, and what the first reviewer's mail needs
 * @throws Error with the sentence of what failed
 */
export async function prepareDatabase(
  program: string,
  env: Record<string, string>,
  dataDir: string,
): Promise<Prepared> {
  const log = openLogFile(join(dataDir, 'logs', 'prepare.log'))
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    cwd: projectRoot,
    env: { ...basicEnvironment(), ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', log.write)
  let report: Report | undefined
  child.on('message', (message) => {
    report = message as Report
  })
  await new Promise((done, fail) => child.on('close', done).on('error', fail))
  if (report && 'prepared' in report) return report.prepared
  throw new Error(report?.failure ?? `The database could not be prepared:\n${log.lastLines().join('\n')}`)
}
