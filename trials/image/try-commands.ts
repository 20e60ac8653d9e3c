import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '@/scripts/operate/commands'
import type { Container } from './container'

type Ended = Awaited<ReturnType<Container['run']>>

/** Checks that the doctor must not report as failed, although no process runs at that moment. */
const looked = ['settings', 'database', 'migrations', 'encryption_keys', 'hash_keys', 'disk', 'backup']

/** Commands that would change something: their usage is enough, as it already loads everything they need. */
const onlyUsage = ['restore', 'import-accounts', 'create-reviewer', 'reset-factor']

/**
 * Runs operators' commands on a prepared database.
 * @param folder where this container may write
 * @returns the problems found
 */
export async function tryCommands(container: Container, folder: string): Promise<string[]> {
  const backups = join(folder, 'backups')
  const made = await container.run(['backup', '--to', backups, '--keep', '1'])
  const [backup = 'none'] = existsSync(backups) ? readdirSync(backups) : []
  const verified = await container.run(['backup', '--verify', join(backups, backup)])
  const others = Object.keys(commands).filter((name) => name !== 'backup' && name !== 'doctor')
  const doctor = await container.run(['doctor', '--json'])
  const problems = [
    ...(made.code === 0 ? [] : [`backup ended with ${made.code}:\n${made.output}`]),
    ...(verified.output.includes('is complete') ? [] : [`backup --verify wrote:\n${verified.output}`]),
    ...examine(doctor),
  ]
  for (const name of others) problems.push(...(await tryOther(container, name)))
  return problems
}

/** Its exit code only shows that the processes are not running. */
function examine({ code, output }: Ended): string[] {
  try {
    const findings = JSON.parse(output) as { check: string; outcome: string; state: string; found: string }[]
    const bad = findings.filter(
      ({ check, outcome, state }) =>
        (looked.includes(check) && state === 'failed') || (check === 'backup' && outcome !== 'good'),
    )
    const missing = looked.filter((name) => !findings.some(({ check }) => check === name))
    return [
      ...bad.map(({ check, outcome, found }) => `doctor: ${check} is ${outcome}: ${found}`),
      ...missing.map((check) => `doctor did not look at ${check}.`),
    ]
  } catch {
    return [`doctor ended with ${code}:\n${output}`]
  }
}

async function tryOther(container: Container, name: string): Promise<string[]> {
  const usage = onlyUsage.includes(name)
  const { code, output } = await container.run([name, ...(usage ? ['--help'] : [])])
  const expected = code === 0 && (!usage || output.includes(`guichet ${name}`))
  return expected ? [] : [`${name} ended with ${code}:\n${output}`]
}
