import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { readMigrations } from '@/prisma/migrate'
import { findPlace } from '@/scripts/launch/postgres/place'
import { stopPostmaster } from '@/scripts/launch/postgres/postmaster'
import { projectRoot } from '@/scripts/launch/root'
import { say } from '@/scripts/launch/start/console'
import { findConcerned, findTouched, type Schema } from './survive/concerned'
import { compareOutcomes, type Report, readOutcomes } from './survive/outcomes'

// The previous build's own tests on the schema and the rights of this one. A migration that the previous version does not
// survive breaks a rolling update: its processes run on the new schema until they are replaced.
const usage = `npm run survive                   the tests of the commit in prisma/former-build, on this version's
                                                  schema: those of the tables and functions that the
                                                  migrations after prisma/survived touch (if there are none,
                                                  the newest); when they pass, prisma/survived names the
                                                  newest migration, which a test asks for
npm run survive -- --all          all of its tests that use a database
npm run survive -- --commit NAME  all of another commit's or tag's
npm run survive -- lib/tokens     only the tests whose path holds this`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean' }, commit: { type: 'string' }, help: { type: 'boolean' } },
})
/** The previous build's tests that use a database; tests of the schema itself are left out. */
const folders = ['app', 'gateway', 'lib', 'worker']
const folder = join(projectRoot, '.test', 'former')
const survived = join(projectRoot, 'prisma', 'survived')

if (values.help) say(usage)
else {
  process.exitCode = await main()
  if (process.exitCode === 0 && !values.commit && positionals.length === 0)
    writeFileSync(survived, `${readMigrations().at(-1)?.name}\n`)
}

async function main(): Promise<number> {
  const commit = values.commit ?? readFileSync(join(projectRoot, 'prisma', 'former-build'), 'utf8').trim()
  await remove()
  try {
    mkdirSync(join(projectRoot, '.test'), { recursive: true })
    git('worktree', 'add', '--quiet', '--detach', folder, commit)
    const ownSchema = {
      sql: sqlOf(readMigrations(join(folder, 'prisma', 'migrations'))).join('\n'),
      prisma: readFileSync(join(folder, 'prisma', 'schema.prisma'), 'utf8'),
    }
    const added = bringSchema()
    if (added.length === 0) {
      say(`${commit} already has all migrations of this version: nothing to test.`)
      return 1
    }
    say(`The build ${commit} on a schema with ${added.length} more migrations:\n  ${added.join('\n  ')}`)
    install()
    runThere('npx', ['tsx', 'scripts/launch/generate.ts'])
    const tests = chooseTests(findTests(), ownSchema)
    say(`${tests.length} test files.`)
    // Without a file, vitest would run every test there is.
    if (tests.length === 0) return positionals.length > 0 ? 1 : 0
    const onNew = runTests(tests)
    const failed = findFailed(onNew)
    if (failed.length === 0) return 0
    say(`Again on its own schema, to find failures of its own:\n  ${failed.join('\n  ')}`)
    git('-C', folder, 'checkout', '--quiet', '--', 'prisma')
    git('-C', folder, 'clean', '-fdq', 'prisma')
    const onOwn = runTests(failed)
    const { either, broken } = compareOutcomes(readOutcomes(onNew, folder), readOutcomes(onOwn, folder))
    say(`Failed on either schema:${listed(either)}\nFailed only on the new one:${listed(broken)}`)
    return broken.length === 0 ? 0 : 1
  } finally {
    await remove()
  }
}

/** The part of an update before the processes are replaced: migrations, and the grants of each process's role. */
function bringSchema(): string[] {
  const there = join(folder, 'prisma', 'migrations')
  const added = readMigrations()
    .map(({ name }) => name)
    .filter((name) => !existsSync(join(there, name)))
  for (const name of added)
    cpSync(join(projectRoot, 'prisma', 'migrations', name), join(there, name), { recursive: true })
  cpSync(join(projectRoot, 'prisma', 'grants.ts'), join(folder, 'prisma', 'grants.ts'))
  return added
}

/** Its own packages: this version's only if both have the same. */
function install(): void {
  const lock = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock(projectRoot)) {
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  } else {
    say('Its packages differ: installing them first.')
    runThere('npm', ['ci', '--silent'])
  }
}

function findTests(): string[] {
  return folders
    .flatMap((each) =>
      readdirSync(join(folder, each), { recursive: true, encoding: 'utf8' }).map((file) => join(each, file)),
    )
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => readFileSync(join(folder, file), 'utf8').includes("'@/test/"))
}

/** All of them too where something is touched that no test names. */
function chooseTests(tests: string[], ownSchema: Schema): string[] {
  if (positionals.length > 0) return tests.filter((file) => positionals.every((part) => file.includes(part)))
  if (values.all || values.commit) return tests
  const migrations = readMigrations()
  const newer = migrations.filter(({ name }) => name > readFileSync(survived, 'utf8').trim())
  const touched = findTouched(sqlOf(newer.length > 0 ? newer : migrations.slice(-1)), ownSchema)
  say(`Touched of its schema: ${[...touched].join(', ') || 'nothing'}.`)
  const concerned = findConcerned(folder, tests, touched, ownSchema)
  return touched.size > 0 && concerned.length === 0 ? tests : concerned
}

function sqlOf(migrations: { sql: string }[]): string[] {
  return migrations.map(({ sql }) => sql)
}

function runTests(files: string[]): Report {
  const report = join(folder, '.test', 'survive.json')
  rmSync(report, { force: true })
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const vitest = join(folder, 'node_modules', '.bin', 'vitest')
  spawnSync(vitest, ['run', ...options, ...files], { cwd: folder, stdio: 'inherit' })
  return JSON.parse(readFileSync(report, 'utf8')) as Report
}

/** The files with failures. */
function findFailed({ testResults }: Report): string[] {
  return testResults.filter(({ status }) => status !== 'passed').map(({ name }) => relative(folder, name))
}

function listed(names: string[]): string {
  return names.length === 0 ? ' none.' : names.map((name) => `\n  ${name}`).join('')
}

/** @throws Error when it fails */
function runThere(program: string, args: string[]): void {
  const { status } = spawnSync(program, args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed in the previous build.`)
}

async function remove(): Promise<void> {
  const place = findPlace(join(folder, '.test'))
  if (place) {
    await stopPostmaster(place.data)
    for (const each of [place.folder, place.socketFolder]) rmSync(each, { recursive: true, force: true })
  }
  rmSync(folder, { recursive: true, force: true })
  git('worktree', 'prune')
}

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: projectRoot, stdio: ['ignore', 'ignore', 'inherit'] })
}
