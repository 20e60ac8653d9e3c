import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { refuseIncomplete, type Settings, SettingsError } from '@/lib/env'
import { hostToAsk } from '@/lib/listen-address'
import { buildAll, defaultTarget } from '../build/build'
import { ProgramError } from '../build/run'
import { administrator } from '../demo/people'
import { runWallet } from '../demo/wallet'
import { claimDataDir } from './claim'
import { say, step } from './console'
import { checkExternal, startEmbedded, stopEmbedded } from './database'
import { demoCommand, prepareDemo, summarizeDemo } from './demo'
import { chooseKeys, type Installation, readSettings } from './installation'
import { type Keys, prepareKeys } from './keys'
import { waitForPorts } from './ports'
import { prepareDatabase } from './prepare'
import { planProcesses, prepareEnvironment } from './processes'
import { waitUntilReady } from './ready'
import { listenForEnd, shutDown, stopLater } from './shutdown'
import { summarize } from './summary'
import { type Supervised, supervise } from './supervise'
import { requireThisMachine } from './this-machine'

/** The recipient of the first activation link if REVIEWER_EMAIL is not set: our mailbox, which accepts any address. */
const defaultReviewer = 'reviewer@guichet.localhost'

listenForEnd()
try {
  await start()
} catch (error) {
  const expected = error instanceof SettingsError || error instanceof ProgramError
  console.error(expected ? error.message : `Guichet could not start. ${(error as Error).message ?? error}`)
  await shutDown(1)
}

async function start(): Promise<void> {
  const isDemo = readOptions()
  const { settings, dataDir: folder } = readSettings()
  const dataDir = isDemo ? join(folder, 'demo') : folder
  if (isDemo) requireThisMachine(settings, demoCommand)
  refuseIncomplete(settings)
  await claimDataDir(dataDir)
  await waitForPorts(settings)
  const installation = await openDatabase(settings, dataDir)
  await step('Building', async ({ at, ended }) => {
    ended((await buildAll(defaultTarget, at)) ? 'Built' : 'The build is up to date')
  })
  const prepared = await step('Migrating and seeding the database', async ({ ended }) => {
    const program = join(defaultTarget.outDir, 'prepare.js')
    const env = { REVIEWER_EMAIL: defaultReviewer, ...prepareEnvironment(installation) }
    if (isDemo) env.REVIEWER_EMAIL = administrator
    const done = await prepareDatabase(program, env, dataDir)
    ended(`Database ready, ${done.migrations.length} migrations applied`)
    return done
  })
  if (prepared.warning) say(`! ${prepared.warning}`)
  const signIns = isDemo
    ? await step('Filling the demo', ({ ended }) => {
        ended('The demo is ready')
        return prepareDemo(installation, defaultTarget.outDir)
      })
    : null
  await startProcesses(installation)
  if (isDemo) await startWallet(installation)
  say(signIns ? summarizeDemo(installation, signIns) : summarize(installation, prepared))
}

/** @returns whether it is the demo that starts */
function readOptions(): boolean {
  try {
    return parseArgs({ options: { demo: { type: 'boolean' } } }).values.demo === true
  } catch {
    throw new SettingsError(
      `npm start has one option, --demo: "${demoCommand}" starts an installation to look at.`,
    )
  }
}

async function openDatabase(settings: Settings, dataDir: string): Promise<Installation> {
  const { DATABASE_URL } = settings
  const generated = DATABASE_URL ? null : prepareKeys(dataDir)
  // Registered before it starts: Ctrl-C in the middle leaves no server behind.
  let stop = () => (DATABASE_URL ? Promise.resolve() : stopEmbedded(dataDir))
  stopLater(() => stop())
  const { databases, roles } = await step('Starting the database', async ({ ended }) => {
    const database = DATABASE_URL
      ? await checkExternal({ ...settings, DATABASE_URL })
      : await startEmbedded(dataDir, (generated as Keys).databasePasswords)
    ended(database.description)
    stop = database.stop
    return database
  })
  return { settings, environment: process.env, dataDir, keys: chooseKeys(generated), databases, roles }
}

/** Balances change while one looks, in the demo only. */
async function startWallet({ settings, keys }: Installation): Promise<void> {
  const { FEED_ADDRESS, FEED_PORT } = settings
  const [, key = ''] = (keys.FEED_KEYS ?? '').split(':')
  stopLater(await runWallet({ url: `http://${hostToAsk(FEED_ADDRESS)}:${FEED_PORT}`, key }))
}

/** The mail server stops after the processes that send to it. */
async function startProcesses(installation: Installation): Promise<void> {
  const plans = planProcesses(installation, defaultTarget)
  const running: Supervised[] = []
  const stopAll = (names: (name: string) => boolean) =>
    Promise.all(running.filter(({ plan }) => names(plan.name)).map((each) => each.stop()))
  stopLater(() => stopAll((name) => name === 'mailbox'))
  stopLater(() => stopAll((name) => name !== 'mailbox'))
  await step('Starting the portal, both gateways, the worker and the feed', async ({ ended }) => {
    for (const plan of plans) running.push(supervise(plan, installation.dataDir))
    await Promise.all(running.map(waitUntilReady))
    ended(`${running.length} processes are ready`)
  })
}
