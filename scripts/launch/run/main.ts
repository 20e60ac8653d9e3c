import { type StdioOptions, spawn } from 'node:child_process'
import { feedDatabase, gatewayDatabase, refuseMissing, SettingsError } from '@/lib/env'
import { defaultTarget } from '../build/build'
import { endOf, spawnNode } from '../spawn'
import { chooseKeys, type Installation, readSettings } from '../start/installation'
import { portsOf, refuseTakenPorts } from '../start/ports'
import { planProcesses } from '../start/processes'
import { watchForSilence } from '../start/silence'
import type { ProcessPlan } from '../start/supervise'
import { needed, writeReadinessFile } from './readiness-file'

// One process of a built installation, for systemd, containers and other supervisors: the settings come from the
// environment and `.env`, the database is never the embedded one, and a process gets only its own settings.
const usage = `Usage: node .build/run.js portal | gateway sandbox | gateway production | worker | feed
       node .build/run.js COMMAND    for operators: the commands of "guichet --help"`

const processes = ['portal', 'gateway', 'worker', 'feed']

/** Runs a process until a signal ends it, or an operator's command until it finishes; sets the exit code. */
export async function run(words: string[]): Promise<void> {
  const [kind = '', ...args] = words
  // `feed` alone is the process; with a word after it, it is the command about its senders.
  if (words.length > 0 && (!processes.includes(kind) || (kind === 'feed' && args.length > 0))) {
    // Loaded only here: processes don't need what commands need.
    const { runGuichet } = await import('@/scripts/operate/main')
    return runGuichet(words)
  }
  try {
    process.exitCode = await runProcess(kind, args)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

async function runProcess(kind: string, [environment, ...others]: string[]): Promise<number> {
  const wanted = kind === 'gateway' ? `gateway-${environment}` : kind
  const extra = kind === 'gateway' ? others : [environment, ...others].filter((word) => word !== undefined)
  const name = /^(portal|worker|feed|gateway-(sandbox|production))$/.test(wanted) ? wanted : null
  if (!name || extra.length > 0) {
    console.error(usage)
    return extra.includes('--help') || environment === '--help' ? 0 : 2
  }
  const installation = describeInstallation()
  const plan = planProcesses(installation, defaultTarget).find((each) => each.name === name) as ProcessPlan
  refuseMissing(needed[kind] ?? [], installation.settings)
  await refuseTakenPorts(installation.settings, portsOf(plan.name, installation.settings))
  noteProcess(plan.name, plan.ready)
  return supervise(plan)
}

function describeInstallation(): Installation {
  const { settings, dataDir } = readSettings()
  const { DATABASE_URL, WORKER_DATABASE_URL, MIGRATION_DATABASE_URL } = settings
  const sandbox = gatewayDatabase(settings, 'sandbox')
  const production = gatewayDatabase(settings, 'production')
  const portal = DATABASE_URL ?? sandbox ?? production ?? feedDatabase(settings)
  if (!portal)
    throw new SettingsError('DATABASE_URL: must be set; only npm start knows the embedded database.')
  const databases = {
    owner: MIGRATION_DATABASE_URL ?? portal,
    portal,
    gateway: portal,
    sandbox,
    production,
    worker: WORKER_DATABASE_URL ?? portal,
    feed: feedDatabase(settings) ?? portal,
  }
  const roles = { portal: '', gateway: '', worker: '' }
  return { settings, environment: process.env, dataDir, keys: chooseKeys(null), databases, roles }
}

/**
 * Passes signals on and ends as the process does, which is ended if it hangs: whatever started this one starts it
 * again. The channel closes for the process when this one is gone.
 */
async function supervise({ args, env, ready, title }: ProcessPlan): Promise<number> {
  const stdio: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc']
  const child = spawnNode(['--enable-source-maps', ...args], env as NodeJS.ProcessEnv, stdio)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  watchForSilence({
    ready,
    onSilent() {
      console.error(`${title} does not respond any more, and is ended.`)
      child.kill('SIGKILL')
    },
  })
  reassureSystemd()
  return (await endOf(child)) ?? 1
}

/** For a unit with `WatchdogSec`: says twice in that time that this process, which watches the other one, runs. */
function reassureSystemd(): void {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = process.env
  if (!NOTIFY_SOCKET || !WATCHDOG_USEC) return
  const env = { NODE_ENV: 'production', PATH: process.env.PATH, NOTIFY_SOCKET } as const
  const notify = () =>
    spawn('systemd-notify', ['WATCHDOG=1'], { stdio: 'ignore', env })
      .on('error', (error) => console.error(`The watchdog of systemd gets no sign: ${error.message}`))
      .unref()
  notify()
  setInterval(notify, Number(WATCHDOG_USEC) / 2000).unref()
}

/** Without its note a process still works; only the health check (ops/compose/check.sh) doesn't know about it. */
function noteProcess(name: string, ready: string): void {
  try {
    process.once('exit', writeReadinessFile(name, ready))
  } catch (error) {
    console.error(`The health check will not find this process: ${(error as Error).message}`)
  }
}
