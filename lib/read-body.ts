import type { Readable } from 'node:stream'
import { OverloadError } from './batch'

/** The body is larger than the endpoint accepts. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError'
}

/** The caller disconnected before it had sent everything. */
export class AbortedError extends Error {
  override name = 'AbortedError'
}

/** A request whose body has not been read. */
type Sent = Readable & { headers: { 'content-length'?: string } }

/**
 * Reads the whole body of a request.
 * @param limit in bytes
 * @param begin called unless more than the limit was declared
 * @throws BodyTooLargeError over the limit, as declared or as received; AbortedError when the connection ends first;
 *   OverloadError when all unfinished bodies together are too large, and this one has been arriving for longest
 */
export type ReadBody = (request: Sent, limit: number, begin?: () => void) => Promise<Buffer>

/** The first buffer of a body, in bytes. */
const smallest = 64

/**
 * Reads bodies into memory that grows with what has arrived, whatever was declared: a caller can open thousands of
 * connections and send one byte on each. Beyond `maxTotal` bytes of unfinished bodies the oldest one is given up, as
 * those of honest callers arrive within milliseconds.
 */
export function createBodyReader(maxTotal: number): ReadBody {
  /** Oldest first. */
  const unfinished = new Map<Body, (error: Error) => void>()
  let total = 0

  function add(body: Body, chunk: Buffer): void {
    total += body.add(chunk)
    for (const giveUp of unfinished.values()) {
      if (total <= maxTotal) return
      giveUp(new OverloadError('unfinished bodies take too much memory'))
    }
  }

  return (request, limit, begin) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(new BodyTooLargeError())
    begin?.()
    return new Promise((resolve, reject) => {
      const body = new Body(limit)
      const settle = (error?: Error) => {
        request.off('data', take).off('end', settle).off('close', abort)
        unfinished.delete(body)
        total -= body.capacity
        if (error) reject(error)
        else resolve(body.bytes())
      }
      const take = (chunk: Buffer) => {
        if (body.size + chunk.length > limit) settle(new BodyTooLargeError())
        else add(body, chunk)
      }
      const abort = () => settle(new AbortedError('the request was not completed'))
      unfinished.set(body, settle)
      request.on('data', take).once('end', settle).once('close', abort)
    })
  }
}

/** One buffer: a chunk of one byte that is kept costs a hundred times as much. */
export class Body {
  size = 0
  #buffer: Buffer = Buffer.alloc(0)

  constructor(readonly limit: number) {}

  get capacity(): number {
    return this.#buffer.length
  }

  /** @returns the bytes by which the buffer grew */
  add(chunk: Buffer): number {
    const before = this.capacity
    const needed = this.size + chunk.length
    if (needed > before) {
      const grown = Buffer.allocUnsafe(Math.min(this.limit, Math.max(smallest, 2 * before, needed)))
      this.#buffer.copy(grown, 0, 0, this.size)
      this.#buffer = grown
    }
    this.size += chunk.copy(this.#buffer, this.size)
    return this.capacity - before
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.size)
  }
}
