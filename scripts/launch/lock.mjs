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
  const mine = lineOf(process.pid)
  for (const end = performance.now() + timeoutMs; ; await pause(100)) {
    if (create(path, mine)) return { release: () => release(path, mine) }
    const found = read(path)
    if (found !== null && !isAlive(found)) discard(path, found)
    else if (performance.now() > end) return { holder: Number.parseInt(found ?? '', 10) }
  }
}

/**
 * A process's number and its start time, as numbers are reused; null if the system doesn't provide it, or the
 * process is gone, which a zombie is.
 */
export function identify(pid) {
  try {
    const fields = readStat(pid)
    return fields[0] === 'Z' ? null : `${pid} ${fields[19]}`
  } catch {
    return null
  }
}

/**
 * The fields of proc(5) that describe a process, from the third on, its state.
 * @throws Error when it doesn't exist
 */
export function readStat(pid) {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
}

function lineOf(pid) {
  return `${identify(pid) ?? pid}\n`
}

function isAlive(holder) {
  const pid = Number.parseInt(holder, 10)
  if (Number.isNaN(pid)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') return false
  }
  return lineOf(pid) === holder
}

/**
 * Written under another name and linked, so that a lock is never empty: a killed process or a full disk leaves no
 * half-written lock.
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

/** When several processes find a stale lock, one moves it away; if it moved a fresh one instead, it puts it back. */
function discard(path, stale) {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (read(aside) !== stale) renameSync(aside, path)
  } catch {
    // Another process was faster.
  }
  rmSync(aside, { force: true })
}

function release(path, mine) {
  if (read(path) === mine) rmSync(path, { force: true })
}
