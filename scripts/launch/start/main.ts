import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { refuseIncomplete, type Settings, SettingsError } from '@/lib/env'
import { hostToAsk } from '@/lib/listen-address'
import { buildAll, defaultTarget } from '../build/build'
import { ProgramError } from '../build/run'
import { bundle } from '../bundle.mjs'
import type { SignIns } from '../demo/seed'
import { runWallet } from '../demo/wallet'
import { administrator } from '../demo/world'
import { writeFileAs } from '../postgres/owned-file'
import { projectRoot } from '../root'
import { claimDataDir } from './claim'
import { say, step, table } from './console'
import { checkExternal, startEmbedded, stopEmbedded } from './database'
import { chooseKeys, type Installation, readSettings } from './installation'
import { type Keys, prepareKeys } from './keys'
import { waitForPorts } from './ports'
import { prepareDatabase, runStep } from './prepare'
import { planProcesses, prepareEnvironment } from './processes'
import { listenForEnd, shutDown, stopLater } from './shutdown'
import { summarize } from './summary'
import { type Supervised, supervise, waitUntilReady } from './supervise'
import { requireThisMachine } from './this-machine'

/** The recipient of the first activation link if REVIEWER_EMAIL is not set: our mailbox, which accepts any address. */
const defaultReviewer = 'reviewer@guichet.localhost'

listenForEnd()

/** How the demo is started, for sentences about it. */
const demoCommand = 'npm start -- --demo'

const program = 'scripts/launch/demo/main.ts'

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

/**
 * Fills the demo on its first start. `sign-ins.json` in its data folder is written last, readable by its owner only.
 * @param outDir where its program is bundled to: it is no part of the product's build
 * @throws Error with a sentence, also if an earlier start was ended before the demo was complete
 */
async function prepareDemo(installation: Installation, outDir: string): Promise<SignIns> {
  const { dataDir, keys } = installation
  const file = fileOf(dataDir)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  bundle(projectRoot, { demo: program }, outDir)
  const env = { ...prepareEnvironment(installation), SECRET_HASH_KEYS: keys.SECRET_HASH_KEYS }
  const signIns = await runStep<SignIns>(
    join(outDir, 'demo.js'),
    env,
    dataDir,
    'The demo could not be filled',
  )
  writeFileAs(null, file, `${JSON.stringify(signIns, null, 2)}\n`)
  return signIns
}

/** The URLs, and everyone who can sign in. */
function summarizeDemo({ settings, dataDir }: Installation, { password, people }: SignIns): string {
  const addresses: [string, string][] = [
    ['Portal', settings.PORTAL_URL],
    ['Sandbox gateway', settings.SANDBOX_AUTH_URL],
    ['Production gateway', settings.PRODUCTION_AUTH_URL],
    ['Mailbox', `http://localhost:${settings.MAILBOX_PORT}`],
    ['Feed of accounts', `http://localhost:${settings.FEED_PORT}, with a wallet whose balances change`],
    ['Data and logs', dataDir],
    ['Password', `${password}  (of all these accounts)`],
  ]
  const accounts = people.map(({ email, role, shows }): [string, string] => [email, `${role}: ${shows}`])
  const keys = people.flatMap(({ email, factor }): [string, string][] =>
    factor ? [[email, factor.setupKey]] : [],
  )
  return [
    '\nThis is a demo of Guichet: people, companies and calls are invented. It listens on loopback only. Ctrl-C stops it.',
    table(addresses),
    table(accounts),
    `Reviewers and administrators also need a code. Enter the setup key in an authenticator app, or use one of the\nrecovery codes in ${fileOf(dataDir)}.`,
    `${table(keys)}\n`,
  ].join('\n\n')
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'sign-ins.json')
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
