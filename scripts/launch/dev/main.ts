import { basename, join } from 'node:path'
import { SettingsError } from '@/lib/env'
import { type BuildTarget, programs } from '../build/build'
import { projectRoot } from '../root'
import { claimDataDir } from '../start/claim'
import { say, step, table } from '../start/console'
import { startEmbedded, stopEmbedded } from '../start/database'
import { chooseKeys, type Installation, readSettings } from '../start/installation'
import { prepareKeys } from '../start/keys'
import { waitForPorts } from '../start/ports'
import { prepareDatabase } from '../start/prepare'
import { planProcesses, prepareEnvironment } from '../start/processes'
import { waitUntilReady } from '../start/ready'
import { listenForEnd, shutDown, stopLater } from '../start/shutdown'
import { type Supervised, supervise } from '../start/supervise'
import { requireThisMachine } from '../start/this-machine'
import { type DevelopmentUser, emailOf, seedUsers } from './people'
import { bundleOnChange } from './reload'

/** Next reloads the portal by itself. */
const { gateway, worker, feed, mailbox } = programs
const target: BuildTarget = { distDir: '.next-dev', outDir: '.build-dev' }

listenForEnd()
try {
  await start()
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error)
  await shutDown(1)
}

async function start(): Promise<void> {
  const { settings, dataDir: parent } = readSettings()
  requireThisMachine(settings, 'npm run dev')
  const dataDir = join(parent, 'dev')
  await claimDataDir(dataDir)
  await waitForPorts(settings)
  const keys = prepareKeys(dataDir)
  stopLater(() => stopEmbedded(dataDir))
  const { databases, roles, stop } = await step('Starting the database', () =>
    startEmbedded(dataDir, keys.databasePasswords),
  )
  stopLater(stop)
  const environment = { ...process.env, DATA_DIR: dataDir }
  const installation = { settings, environment, dataDir, keys: chooseKeys(keys), databases, roles }
  const users = await step('Migrating and seeding the database', async () => {
    const program = join(projectRoot, '.build-dev', 'prepare.js')
    const env = { ...prepareEnvironment(installation), REVIEWER_EMAIL: emailOf('administrator') }
    await prepareDatabase(program, env, dataDir)
    return seedUsers(databases.owner)
  })
  await startProcesses(installation)
  say(summarize(installation, users))
}

async function startProcesses(installation: Installation): Promise<void> {
  const running: Supervised[] = []
  const restart = (names: string[]) =>
    Promise.all(running.filter((each) => names.includes(programOf(each))).map((each) => each.restart()))
  stopLater(() => Promise.all(running.map((each) => each.stop())))
  await step('Starting the portal, both gateways, the worker and the feed', async () => {
    stopLater(
      await bundleOnChange({ gateway, worker, feed, mailbox }, join(projectRoot, target.outDir), restart),
    )
    for (const plan of planProcesses(installation, target)) {
      const env = { ...plan.env, NODE_ENV: 'development' }
      running.push(supervise({ ...plan, env }, installation.dataDir))
    }
    await Promise.all(running.map(waitUntilReady))
  })
}

function programOf({ plan }: Supervised): string {
  return basename(plan.args.at(-1) ?? '', '.js')
}

function summarize({ settings, dataDir }: Installation, users: DevelopmentUser[]): string {
  const rows: [string, string][] = [
    ['Portal', settings.PORTAL_URL],
    ['Sandbox gateway', settings.SANDBOX_AUTH_URL],
    ['Production gateway', settings.PRODUCTION_AUTH_URL],
    ['Mailbox', `http://localhost:${settings.MAILBOX_PORT}`],
    ['Data and logs', dataDir],
    ...users.map(({ role, email, password }): [string, string] => [
      `Sign in as ${role}`,
      `${email}  ${password}`,
    ]),
  ]
  return `\nGuichet reloads what you change. Ctrl-C stops it.\n\n${table(rows)}\n`
}
