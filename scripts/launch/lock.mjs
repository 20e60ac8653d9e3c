import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

// Plain JavaScript: `npm start` locks the project's folder before anything is installed or built.

/**
 * Locks a folder against other processes, waiting up to `timeoutMs` for its holder. The lock is a socket, which the
 * system closes with its process, however that ends.
 * @param {string} folder
 * @param {number} timeoutMs
 * @returns {Promise<{ release: () => void } | { holder: number }>} the process that holds it when it was not to be had
 */
export async function lockFolder(folder, timeoutMs) {
  const name = nameSocket(folder)
  for (const end = performance.now() + timeoutMs; ; await pause(100)) {
    const server = await listen(name)
    if (server) return { release: () => server.close() }
    const holder = await findHolder(name)
    if (holder !== null && performance.now() > end) return { holder }
    if (holder === null && process.platform !== 'linux') rmSync(name, { force: true })
  }
}

/** Linux has names outside any folder, of which nothing is left behind (unix(7), abstract). */
function nameSocket(folder) {
  const hash = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)
  return `${process.platform === 'linux' ? '\0' : '/tmp/'}guichet-${hash}`
}

/** null when it is held. */
function listen(name) {
  return new Promise((done) => {
    const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)))
    server.once('error', () => done(null)).listen(name, () => done(server.unref()))
  })
}

/** null when no one listens any more. */
function findHolder(name) {
  return new Promise((done) => {
    const socket = connect(name).once('data', (pid) => done(Number(pid)))
    socket.once('error', () => done(null)).setTimeout(5000, () => socket.destroy())
    socket.once('close', () => done(Number.NaN))
  })
}
