import { connect, type Socket } from 'node:net'

export type ScanResult = 'clean' | 'infected' | 'unavailable'

/** Maximum time for each of clamd's steps, after which the file counts as not scanned. */
const timeoutMs = 30_000

/**
 * Has clamd scan a complete file (protocol `INSTREAM`). It never waits for an uploader: clamd serves few connections at
 * a time and closes silent ones, so a slow upload must not occupy one.
 * @param address `tcp://host:port` or `unix:/path` of clamd
 * @param pieces the file, in order
 * @returns `unavailable` for any failure, so that a configured scanner fails closed
 * @throws what `pieces` throws
 */
export async function scan(address: string, pieces: AsyncIterable<Buffer>): Promise<ScanResult> {
  const socket = open(address)
  const verdict = readVerdict(socket)
  try {
    socket.write('zINSTREAM\0')
    for await (const piece of pieces) {
      if (socket.destroyed) break
      socket.write(frameLength(piece.length))
      if (!socket.write(piece)) await drained(socket)
    }
    if (!socket.destroyed) socket.write(frameLength(0))
    return await verdict
  } finally {
    socket.destroy()
  }
}

function open(address: string): Socket {
  const { protocol, hostname, port, pathname } = new URL(address)
  const socket =
    protocol === 'unix:'
      ? connect({ path: pathname })
      : connect({ host: hostname, port: Number(port) || 3310 })
  return socket.setTimeout(timeoutMs, () => socket.destroy())
}

/** Reads `stream: OK` or `stream: <name> FOUND`, terminated by a NUL like the command. */
function readVerdict(socket: Socket): Promise<ScanResult> {
  return new Promise((resolve) => {
    let response = ''
    socket.on('data', (piece) => {
      response += piece.toString('latin1')
    })
    socket.on('error', () => resolve('unavailable'))
    socket.on('close', () => resolve(parseVerdict(response)))
  })
}

function parseVerdict(response: string): ScanResult {
  if (/^stream: OK\0?\s*$/.test(response)) return 'clean'
  return /FOUND\0?\s*$/.test(response) ? 'infected' : 'unavailable'
}

function frameLength(length: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve)
    socket.once('close', () => resolve())
  })
}
