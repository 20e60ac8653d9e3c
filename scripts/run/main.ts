import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SettingsError } from '@/lib/env'
import { defaultTarget } from '../build/build'
import { basicEnvironment } from '../build/run'
import type { Report } from '../prepare/main'
import { projectRoot } from '../root'
import type { ProcessPlan } from '../start/child'
import { checkExternal } from '../start/database'
import { chooseKeys, type Installation, readSettings } from '../start/installation'
import { planProcesses, prepareEnvironment } from '../start/processes'

// One process of a built installation, for systemd, containers and whatever else supervises: the settings come from the
// environment and `.env`, the database is never the embedded one, and a process gets no setting that is not its own.
const usage = `Usage: node .build/run.js portal | gateway sandbox | gateway production | worker | prepare
       node .build/run.js --check    whether the process that was started here can serve`

/** Which process this user runs here, for the health check beside it in a container. */
const mark = join(tmpdir(), `guichet-process-${process.getuid?.()}`)

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function main([kind, environment]: string[]): Promise<number> {
  const installation = await describeInstallation(kind === 'prepare')
  const plans = planProcesses(installation, defaultTarget)
  if (kind === '--check') return check(plans)
  if (kind === 'prepare') {
    const args = [join(defaultTarget.outDir, 'prepare.js')]
    return run(args, prepareEnvironment(installation))
  }
  const plan = plans.find(({ name }) => name === (kind === 'gateway' ? `gateway-${environment}` : kind))
  if (!plan || kind === 'mailbox') {
    console.error(usage)
    return 2
  }
  if (kind === 'worker' && !installation.settings.SMTP_URL)
    throw new SettingsError('SMTP_URL: must be set; only npm start has a mailbox of its own.')
  writeFileSync(mark, plan.name)
  return run(plan.args, plan.env)
}

async function describeInstallation(asOwner: boolean): Promise<Installation> {
  const { settings, dataDir } = readSettings()
  const { DATABASE_URL, GATEWAY_DATABASE_URL, WORKER_DATABASE_URL, MIGRATION_DATABASE_URL } = settings
  const portal = DATABASE_URL ?? GATEWAY_DATABASE_URL ?? WORKER_DATABASE_URL
  if (!portal)
    throw new SettingsError('DATABASE_URL: must be set; only npm start knows the embedded database.')
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
function run(args: string[], env: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, ['--enable-source-maps', ...args], {
    cwd: projectRoot,
    env: { ...basicEnvironment(), ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
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

async function check(plans: ProcessPlan[]): Promise<number> {
  const name = readFileSync(mark, 'utf8')
  const plan = plans.find((each) => each.name === name)
  if (!plan) return 1
  const answer = await fetch(plan.ready, { signal: AbortSignal.timeout(3000) }).catch(() => null)
  return answer?.ok ? 0 : 1
}
