import { type FSWatcher, mkdirSync, watch, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { context } from 'esbuild'
import { SettingsError } from '@/lib/env'
import { type BuildTarget, programs } from '../build/build'
import { bundleOptions } from '../bundle.mjs'
import { projectRoot } from '../root'
import { claimDataDir } from '../start/claim'
import { say, step, table } from '../start/console'
import { startEmbedded, stopEmbedded } from '../start/database'
import { chooseKeys, type Installation, readSettings } from '../start/installation'
import { prepareKeys } from '../start/keys'
import { waitForPorts } from '../start/ports'
import { prepareDatabase } from '../start/prepare'
import { planProcesses, prepareEnvironment } from '../start/processes'
import { listenForEnd, shutDown, stopLater } from '../start/shutdown'
import { type Supervised, supervise, waitUntilReady } from '../start/supervise'
import { requireThisMachine } from '../start/this-machine'
import { type DevelopmentUser, emailOf, seedUsers } from './people'

/** Next reloads the portal by itself. */
const { gateway, worker, feed, mailbox } = programs
const target: BuildTarget = { distDir: '.next-dev', outDir: '.build-dev' }

listenForEnd()

/** A change is often several events. */
const settledMs = 50

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

/**
 * Bundles programs, and again whenever a source changes.
 * @param programs name of the bundle and its source, relative to the project
 * @param changed gets the names of those that a change made different
 * @returns a function that ends it
 */
async function bundleOnChange(
  programs: Record<string, string>,
  outDir: string,
  changed: (names: string[]) => unknown,
): Promise<() => Promise<void>> {
  const sources = Object.entries(programs).map(([name, source]) => [name, join(projectRoot, source)])
  const build = await context({
    ...bundleOptions(projectRoot),
    absWorkingDir: projectRoot,
    entryPoints: Object.fromEntries(sources),
    outdir: outDir,
    write: false,
    metafile: true,
  })
  const known = new Map<string, string>()
  let watchers: FSWatcher[] = []
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()

  /** Writes what is different. @returns its names */
  async function write(): Promise<string[]> {
    const { outputFiles = [], metafile } = await build.rebuild()
    const different = outputFiles.filter(({ path, hash }) => known.get(path) !== hash)
    for (const { path, hash, contents } of different) {
      writeFileSync(path, contents)
      known.set(path, hash)
    }
    watchFoldersOf(Object.keys(metafile?.inputs ?? {}))
    return different.filter(({ path }) => path.endsWith('.js')).map(({ path }) => basename(path, '.js'))
  }

  /**
   * Folders, not files: many editors replace a file. All of them each time, as a folder may have been
   * replaced as well.
   */
  function watchFoldersOf(files: string[]): void {
    const earlier = watchers
    const folders = new Set(files.map((file) => join(projectRoot, dirname(file))))
    watchers = [...folders].map((folder) => watch(folder, schedule))
    for (const watcher of earlier) watcher.close()
  }

  function schedule(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(rebuild)
    }, settledMs)
  }

  async function rebuild(): Promise<void> {
    // esbuild reports what it cannot bundle; what runs stays until that is corrected.
    const names = await write().catch(() => [])
    if (names.length > 0) await changed(names)
  }

  mkdirSync(outDir, { recursive: true })
  await write()
  return async () => {
    clearTimeout(timer)
    await last
    for (const watcher of watchers) watcher.close()
    await build.dispose()
  }
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
