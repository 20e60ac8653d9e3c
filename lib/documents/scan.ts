import { connect, type Socket } from 'node:net'

export type ScanResult = 'clean' | 'infected' | 'unavailable'

/** clamd drops a connection that is silent for longer; a file that is not scanned by then is refused. */
const patienceMs = 30_000

/**
 * One file on its way through clamd (protocol `INSTREAM`): `write` its pieces in order, then `finish`, or `cancel`.
 * Whatever goes wrong on the way is `unavailable`, so that a configured scanner fails closed.
 */
export class Scan {
  readonly #socket: Socket
  readonly #answer: Promise<ScanResult>

  /** @param address `tcp://host:port` or `unix:/path` of clamd */
  constructor(address: string) {
    this.#socket = open(address)
    this.#answer = readAnswer(this.#socket)
    this.#socket.write('zINSTREAM\0')
  }

  async write(piece: Buffer): Promise<void> {
    if (this.#socket.destroyed) return
    this.#socket.write(frameLength(piece.length))
    if (!this.#socket.write(piece)) await drained(this.#socket)
  }

  finish(): Promise<ScanResult> {
    if (!this.#socket.destroyed) this.#socket.write(frameLength(0))
    return this.#answer
  }

  cancel(): void {
    this.#socket.destroy()
  }
}

function open(address: string): Socket {
  const { protocol, hostname, port, pathname } = new URL(address)
  const socket =
    protocol === 'unix:'
      ? connect({ path: pathname })
      : connect({ host: hostname, port: Number(port) || 3310 })
  return socket.setTimeout(patienceMs, () => socket.destroy())
}

/** `stream: OK` or `stream: <name> FOUND`, ended by a NUL as the command was. */
function readAnswer(socket: Socket): Promise<ScanResult> {
  return new Promise((resolve) => {
    let answer = ''
    socket.on('data', (piece) => {
      answer += piece.toString('latin1')
    })
    socket.on('error', () => resolve('unavailable'))
    socket.on('close', () => resolve(readVerdict(answer)))
  })
}

function readVerdict(answer: string): ScanResult {
  if (/^stream: OK\0?\s*$/.test(answer)) return 'clean'
  return /FOUND\0?\s*$/.test(answer) ? 'infected' : 'unavailable'
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
