import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies } from '../launch/install.mjs'
import { plans, steps } from './steps.mjs'

// `npm test` and its like: installs what a fresh clone lacks, runs the steps of a plan (steps.mjs), a few at a time
// and each after those that it needs, and counts. Plain JavaScript: on a fresh clone, nothing that runs TypeScript is
// installed yet.
const root = fileURLToPath(new URL('../..', import.meta.url))
const reports = join(root, '.test', 'reports')
const parallel = 3
const [plan = 'gate', ...more] = process.argv.slice(2)
const counts = plan === 'gate' || plan === 'slow' || plan === 'everything'

await installDependencies()
const browser = counts
  ? spawnSync(process.execPath, ['--import', 'tsx', 'scripts/check/require-browser.ts'], {
      cwd: root,
      stdio: 'inherit',
    })
  : { status: 0 }
if (browser.status === 0) {
  if (counts)
    for (const stale of [reports, join(root, '.test', 'transformed')])
      rmSync(stale, { recursive: true, force: true })
  // Ctrl-C reaches the whole process group: the children clean up, and this one waits for them.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
  const failed = await runAll(plans[plan] ?? [plan])
  for (const name of failed) process.stdout.write(`\n${name} failed.\n`)
  if (counts) report(failed.length)
  else process.exitCode = failed.length
} else process.exitCode = 1

/** @returns the names of the steps that failed, or could not begin because one before them did */
async function runAll(names) {
  const waiting = new Set()
  const add = (name) => {
    for (const before of steps[name].after ?? []) add(before)
    waiting.add(name)
  }
  for (const name of names) add(name)
  const [running, ended, failed] = [new Map(), new Set(), []]
  while (waiting.size + running.size > 0) {
    for (const name of waiting) {
      const { after = [], behind = [] } = steps[name]
      if (running.size >= parallel) break
      if (behind.some((each) => waiting.has(each) || running.has(each))) continue
      if (after.some((each) => failed.includes(each))) failed.push(name)
      else if (after.every((each) => ended.has(each)))
        running.set(
          name,
          run(name).then((code) => [name, code]),
        )
      else continue
      waiting.delete(name)
    }
    if (running.size === 0) continue
    const [name, code] = await Promise.race(running.values())
    running.delete(name)
    ended.add(name)
    if (code !== 0) failed.push(name)
  }
  return failed
}

/** As a batch, processes that wake up do not interrupt one another, which takes a tenth less CPU time. */
function run(name) {
  const { command, env } = steps[name]
  const batch = existsSync('/usr/bin/chrt') ? 'chrt --batch 0 ' : ''
  const given = names(name) ? more.map((each) => `'${each.replaceAll("'", "'\\''")}'`).join(' ') : ''
  const child = spawn(`${batch}sh -c "$STEP"`, {
    cwd: root,
    shell: true,
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_LANGUAGE: counts ? '1' : '',
      ...env,
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
      STEP: `exec ${command} ${given}`,
    },
  })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((done) => child.on('exit', (code) => done(code ?? 1)))
}

/** Whether the arguments of the command line are for this step: the one that was named. */
function names(name) {
  return !plans[plan] && name === plan
}

/** The last line: tests of all reports. A step that failed without a failed test, such as a linter, counts as one. */
function report(failures) {
  const sum = { passed: 0, failed: 0, flaky: 0 }
  for (const file of existsSync(reports) ? readdirSync(reports) : []) {
    const counted = count(JSON.parse(readFileSync(join(reports, file), 'utf8')))
    for (const name of Object.keys(sum)) sum[name] += counted[name]
  }
  if (failures > 0 && sum.failed === 0) sum.failed = failures
  if (sum.flaky) process.stdout.write(`\n${sum.flaky} of these passed only when run again.`)
  process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed\n`)
  process.exitCode = sum.failed > 0 ? 1 : 0
}

/** Of a report by Playwright or vitest, where a file that did not load has failed without a test. */
function count({ stats, testResults = [], numPassedTests, numFailedTests }) {
  if (stats) {
    const { expected, unexpected, flaky } = stats
    return { passed: expected + flaky, failed: unexpected, flaky }
  }
  const broken = testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
  })
  return { passed: numPassedTests, failed: numFailedTests + broken.length, flaky: 0 }
}
