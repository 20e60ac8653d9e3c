import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

// Plain JavaScript: `npm start` locks the project's folder before anything is installed or built.

/**
 * Takes the lock that is the file `path`, waiting up to `timeoutMs` for its holder. A lock whose holder
 * was killed is free.
 * @param {string} path
 * @param {number} timeoutMs
 * @returns {Promise<{ release: () => void } | { holder: number }>} the process that holds it when it was not to be had
 */
export async function takeLock(path, timeoutMs) {
  const mine = identify(process.pid)
  for (const end = Date.now() + timeoutMs; ; await pause(100)) {
    if (create(path, mine)) return { release: () => release(path, mine) }
    const found = read(path)
    if (found !== null && !isAlive(found)) discard(path, found)
    else if (Date.now() > end) return { holder: Number.parseInt(found ?? '', 10) }
  }
}

/** The number of a process and the time it started, as numbers are used again. */
function identify(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    // A zombie holds nothing any more.
    return fields[0] === 'Z' ? '' : `${pid} ${fields[19]}\n`
  } catch {
    return `${pid}\n`
  }
}

function isAlive(holder) {
  const pid = Number.parseInt(holder, 10)
  if (Number.isNaN(pid)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') return false
  }
  return identify(pid) === holder
}

/**
 * Written under another name and linked: a lock is never empty, so that a process that is killed, or a disk that is full,
 * half-way leaves none.
 */
function create(path, mine) {
  const aside = `${path}.${process.pid}.new`
  try {
    writeFileSync(aside, mine, { mode: 0o644 })
    linkSync(aside, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/** null when it is gone. */
function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Of several that find a stale lock, one moves it away; who moved a fresh one by that puts it back. */
function discard(path, stale) {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (read(aside) !== stale) renameSync(aside, path)
  } catch {
    // Somebody else was faster.
  }
  rmSync(aside, { force: true })
}

function release(path, mine) {
  if (read(path) === mine) rmSync(path, { force: true })
}
