import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { SettingsError } from '@/lib/env'
import { defaultTarget } from '../build/build'
import { basicEnvironment } from '../build/run'
import type { Report } from '../prepare/main'
import { projectRoot } from '../root'
import { checkExternal } from '../start/database'
import { chooseKeys, type Installation, readSettings } from '../start/installation'
import { commandEnvironment, planProcesses, prepareEnvironment } from '../start/processes'
import { bundleOf, commands, settingsHeld } from './commands'
import { findMarked, leaveMark } from './marks'

// One process of a built installation, for systemd, containers and whatever else supervises: the settings come from the
// environment and `.env`, the database is never the embedded one, and a process gets no setting that is not its own.
const usage = `Usage: node .build/run.js portal | gateway sandbox | gateway production | worker | prepare
       node .build/run.js --check    whether the processes that this user started here can serve
       node .build/run.js ${Object.keys(commands).join(' | ')}    for operators: [--help]`

const noDatabase = 'DATABASE_URL: must be set; only npm start knows the embedded database.'

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function main([kind = '', ...args]: string[]): Promise<number> {
  if (kind in commands) return runCommand(kind, args)
  if (kind === '--check') return check()
  const installation = await describeInstallation(kind === 'prepare')
  const plans = planProcesses(installation, defaultTarget)
  if (kind === 'prepare') {
    return run([bundlePath('prepare')], prepareEnvironment(installation))
  }
  const plan = plans.find(({ name }) => name === (kind === 'gateway' ? `gateway-${args[0]}` : kind))
  if (!plan || kind === 'mailbox') {
    console.error(usage)
    return 2
  }
  if (kind === 'worker' && !installation.settings.SMTP_URL)
    throw new SettingsError('SMTP_URL: must be set; only npm start has a mailbox of its own.')
  noteProcess(plan.name, plan.ready)
  return run(plan.args, plan.env)
}

/** One that has an end and may read standard input. It gets what is given here, and an absent setting is its to say. */
function runCommand(name: string, args: string[]): Promise<number> {
  const command = commands[name] as (typeof commands)[string]
  const { settings, dataDir } = readSettings()
  const alone = args.some((arg) => arg === '--help' || arg.split('=')[0] === '--verify')
  if (!settings.DATABASE_URL && !alone) throw new SettingsError(noDatabase)
  const env = commandEnvironment({ dataDir, environment: process.env }, settingsHeld(command, args))
  return run([bundlePath(bundleOf(command.source)), ...args], env, 'inherit')
}

function bundlePath(name: string): string {
  return join(defaultTarget.outDir, `${name}.js`)
}

async function describeInstallation(asOwner: boolean): Promise<Installation> {
  const { settings, dataDir } = readSettings()
  const { DATABASE_URL, GATEWAY_DATABASE_URL, WORKER_DATABASE_URL, MIGRATION_DATABASE_URL } = settings
  const portal = DATABASE_URL ?? GATEWAY_DATABASE_URL ?? WORKER_DATABASE_URL
  if (!portal) throw new SettingsError(noDatabase)
  const databases = {
    owner: MIGRATION_DATABASE_URL ?? portal,
    portal,
    gateway: GATEWAY_DATABASE_URL ?? portal,
    worker: WORKER_DATABASE_URL ?? portal,
  }
  const none = { portal: '', gateway: '', worker: '' }
  const roles = asOwner ? (await checkExternal({ ...settings, DATABASE_URL: portal })).roles : none
  return { settings, environment: process.env, dataDir, keys: chooseKeys(null), databases, roles }
}

/** Passes signals on and ends as the process does; the channel tells the process when we are gone. */
function run(
  args: string[],
  env: Record<string, string>,
  input: 'ignore' | 'inherit' = 'ignore',
): Promise<number> {
  const child = spawn(process.execPath, ['--enable-source-maps', ...args], {
    cwd: projectRoot,
    env: { ...basicEnvironment(), ...env } as NodeJS.ProcessEnv,
    stdio: [input, 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  let prepared = false
  child.on('message', (report: Report) => {
    prepared = 'prepared' in report
  })
  return new Promise((done, fail) => {
    child.once('error', fail)
    // What prepares ends itself by a signal when it lets go of the channel; it has told before how it went.
    child.once('close', (code) => done(prepared ? 0 : (code ?? 1)))
  })
}

/** Without its note a process works all the same; only the health check does not know of it. */
function noteProcess(name: string, ready: string): void {
  try {
    process.once('exit', leaveMark(name, ready))
  } catch (error) {
    console.error(`--check will not find this process: ${(error as Error).message}`)
  }
}

async function check(): Promise<number> {
  const marked = findMarked()
  const responses = await Promise.all(
    marked.map((ready) => fetch(ready, { signal: AbortSignal.timeout(3000) }).catch(() => null)),
  )
  return marked.length > 0 && responses.every((response) => response?.ok) ? 0 : 1
}
