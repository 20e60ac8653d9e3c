import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lockFolder } from './lock.mjs'
import { refuseOldNode } from './node-version.mjs'

// Plain JavaScript without dependencies: `npm start` and `npm test` run it before they are installed.

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const marker = join(root, 'node_modules', '.made-from')
const timeoutMs = 600_000

/** Installs the packages of package-lock.json unless they are installed; if that fails, exits with a one-line error. */
export async function installDependencies() {
  refuseOldNode()
  if (isInstalled()) return
  const lock = await lockFolder(root, timeoutMs)
  if ('holder' in lock) fail(`Process ${lock.holder} has been installing for ten minutes: stop it first.`)
  try {
    // Another start may have installed them in the meantime.
    if (!isInstalled()) await runNpm()
  } finally {
    lock.release()
  }
}

/**
 * True if the installed packages are those of the lock file. npm writes its own record last, so an interrupted
 * installation is started over; our marker shows the same when a checkout or a copy has changed the files' times.
 */
function isInstalled() {
  const account = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(account)) return false
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hashLockFile()) return true
  return statSync(account).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
}

function hashLockFile() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

async function runNpm() {
  const began = performance.now()
  say('→ Installing dependencies (npm ci)')
  const progress = setInterval(() => say(`  … still installing (${seconds(began)})`), 10_000)
  // npm sets this to its own path; when not run by npm, it is in PATH.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  const child = spawn(
    npm[0],
    [...npm.slice(1), 'ci', '--include=dev', '--prefer-offline', '--no-progress', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
  const code = await new Promise((done) => child.on('close', done).on('error', () => done(127)))
  clearInterval(progress)
  if (code !== 0) fail('The dependencies could not be installed: see the output of npm above.')
  writeFileSync(marker, hashLockFile())
  say(`✓ Dependencies installed (${seconds(began)})`)
}

function say(line) {
  process.stdout.write(`${line}\n`)
}

function seconds(began) {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
