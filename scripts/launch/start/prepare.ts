import { join } from 'node:path'
import type { Report } from '@/scripts/operate/explain'
import type { Prepared } from '@/scripts/operate/prepare/database'
import { endOf, onOutput, openLogFile, spawnNode } from '../spawn'

/**
 * Migrates and seeds the database.
 * @param env the settings of that process: the database's owner, and what the first reviewer's e-mail needs
 * @throws Error with a sentence about the failure
 */
export function prepareDatabase(
  program: string,
  env: Record<string, string>,
  dataDir: string,
): Promise<Prepared> {
  return runStep(program, env, dataDir, 'The database could not be prepared')
}

/**
 * Runs a program that reports one value (`reportToStart`), and logs with the preparation of the database.
 * @param failed the beginning of the sentence if it ends without a report
 * @throws Error with a sentence about the failure
 */
export async function runStep<Value>(
  program: string,
  env: Record<string, string>,
  dataDir: string,
  failed: string,
): Promise<Value> {
  const log = openLogFile(join(dataDir, 'logs', 'prepare.log'))
  const args = ['--enable-source-maps', program]
  const child = spawnNode(args, env as NodeJS.ProcessEnv, ['ignore', 'pipe', 'pipe', 'ipc'])
  onOutput(child, log.write)
  let report: Report<Value> | undefined
  child.on('message', (message) => {
    report = message as Report<Value>
  })
  await endOf(child)
  if (report && 'value' in report) return report.value
  throw new Error(report?.failure ?? `${failed}:\n${log.lastLines().join('\n')}`)
}
