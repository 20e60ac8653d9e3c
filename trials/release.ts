import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '@/scripts/launch/root'
import { say } from '@/scripts/launch/start/console'
import { findMissing } from './release/state'

const usage = `npm --prefix trials run release                 checks whether this commit can be released as package.json's version,
                                                step by step, and says what is left to a person
npm --prefix trials run release -- --from STEP  continues after a failure
npm --prefix trials run release -- --list       the steps
npm --prefix trials run release -- --finish     tags the commit`

/** In this order: what is quick to find wrong comes first. A failure ends the release. */
const steps: { name: string; why: string; run: () => boolean }[] = [
  { name: 'state', why: 'a clean checkout, one version everywhere, a dated changelog', run: checkState },
  {
    name: 'advisories',
    why: 'no known vulnerability in a dependency of a process',
    run: npm('audit', '--omit=dev'),
  },
  { name: 'gate', why: 'every test', run: npm('test') },
  {
    name: 'rest',
    why: 'other engines, versions of Node, the image, pages',
    run: npm('run', 'test:all', '--', '--rest'),
  },
  { name: 'faults', why: 'the promises under each fault', run: npm('run', 'faults') },
  { name: 'fuzz', why: 'a million arbitrary requests', run: npm('--prefix', 'trials', 'run', 'fuzz') },
  { name: 'bill', why: 'the list of components', run: npm('run', 'build') },
]

const byHand = [
  'Read the section of this version in CHANGELOG.md as an operator: what must be done before the upgrade comes first.',
  'Upgrade a copy of a real installation as docs/operations/upgrade.md says, and go back.',
  'Commit the evidence that the steps wrote (docs/evidence), and run --finish on that commit.',
  'Push the commit and its tag; build and push the image with that tag.',
]

const { values } = parseArgs({
  options: {
    ...{ from: { type: 'string' }, list: { type: 'boolean' } },
    ...{ finish: { type: 'boolean' }, help: { type: 'boolean' } },
  },
})

if (values.help) say(usage)
else if (values.list) for (const { name, why } of steps) say(`${name.padEnd(11)} ${why}`)
else process.exitCode = values.finish ? finish() : walk(values.from)

function walk(from: string | undefined): number {
  const first = from ? steps.findIndex(({ name }) => name === from) : 0
  if (first < 0) {
    say(`There is no step ${from}. Steps: ${steps.map(({ name }) => name).join(', ')}.`)
    return 2
  }
  for (const [index, { name, why, run }] of steps.entries()) {
    if (index < first) continue
    say(`\n→ ${name}: ${why}`)
    if (run()) continue
    say(`✗ ${name}. After you fixed it: npm --prefix trials run release -- --from ${name}`)
    return 1
  }
  say(
    `\nEvery step passed. Left to a person:\n${byHand.map((each, index) => `${index + 1}. ${each}`).join('\n')}`,
  )
  return 0
}

function checkState(): boolean {
  const missing = findMissing({
    version: versionOfProject(),
    changelog: read('CHANGELOG.md'),
    compose: read('compose.yaml'),
    kustomization: read('ops/kubernetes/kustomization.yaml'),
    changes: git('status', '--porcelain'),
    tags: git('tag', '--list'),
  })
  for (const each of missing) say(`  ${each}`)
  return missing.length === 0
}

/** @returns the exit code */
function finish(): number {
  if (!checkState()) return 1
  const tag = `v${versionOfProject()}`
  git('tag', '--annotate', tag, '--message', `Release ${tag}`)
  say(`This commit is ${tag}. Name it as the previous release in the upgrade test.`)
  return 0
}

function npm(...args: string[]): () => boolean {
  return () => spawnSync('npm', args, { cwd: projectRoot, stdio: 'inherit' }).status === 0
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' })
}

function read(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8')
}

function versionOfProject(): string {
  return JSON.parse(read('package.json')).version
}
