import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies } from '../launch/install.mjs'

// `npm test` and its like: installs what a fresh clone lacks, runs one of package.json's scripts with wireit,
// and counts. Plain JavaScript: on a fresh clone, nothing that runs TypeScript is installed yet.
const root = fileURLToPath(new URL('../..', import.meta.url))
const reports = join(root, '.test', 'reports')
const [script = 'gate'] = process.argv.slice(2)

await installDependencies()
const browser = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/check/require-browser.ts'], {
  cwd: root,
  stdio: 'inherit',
})
if (browser.status === 0) {
  for (const stale of [reports, join(root, '.test', 'transformed')])
    rmSync(stale, { recursive: true, force: true })
  report(await run(['npm', 'run', '--silent', script]))
} else process.exitCode = 1

/** As a batch, processes that wake up do not interrupt one another, which takes a tenth less CPU time (decision 55). */
function run(command) {
  const batch = existsSync('/usr/bin/chrt') ? ['chrt', '--batch', '0'] : []
  const [program, ...args] = [...batch, ...command]
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { WIREIT_FAILURES: 'continue', WIREIT_PARALLEL: '3', ...process.env },
  })
  // Ctrl-C reaches the whole process group: the child cleans up, and this one waits for it.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((done) => child.on('exit', (code) => done(code ?? 1)))
}

/** The last line: tests of all reports. A step that failed without a failed test, such as a linter, counts as one. */
function report(code) {
  const sum = { passed: 0, failed: 0, flaky: 0 }
  for (const file of existsSync(reports) ? readdirSync(reports) : []) {
    const counted = count(JSON.parse(readFileSync(join(reports, file), 'utf8')))
    for (const name of Object.keys(sum)) sum[name] += counted[name]
  }
  if (code !== 0 && sum.failed === 0) sum.failed = 1
  if (sum.flaky) process.stdout.write(`\n${sum.flaky} of these passed only when run again (decision 51).`)
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
