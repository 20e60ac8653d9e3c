import type { IncomingMessage, ServerResponse } from 'node:http'

/** A response sent instead of another. */
export type Replacement = { status: number; type: string; body: string; headers?: Record<string, string> }

type Choice = Promise<Replacement | null>
type Call = (...given: unknown[]) => unknown

/** Headers that describe the replaced body, or set a session that must not end by it. */
const gone = [
  'content-encoding',
  'content-length',
  'etag',
  'set-cookie',
  'transfer-encoding',
  'x-action-revalidated',
]

/**
 * Buffers a response if `choose`, called once its status is known, returns a promise of a replacement. All others
 * pass unchanged. Later wrappers of the response, such as compression, keep working.
 * @param choose null lets the response pass; a promise of null sends it after all. It gets a promise of the body.
 */
export function bufferResponse(
  response: ServerResponse,
  choose: (buffered: Promise<Buffer>) => Choice | null,
): void {
  const real = {
    writeHead: response.writeHead.bind(response) as Call,
    write: response.write.bind(response) as Call,
    end: response.end.bind(response) as Call,
    flushHeaders: response.flushHeaders.bind(response),
  }
  const pieces: Buffer[] = []
  let complete = (_body: Buffer) => {}
  const buffered = new Promise<Buffer>((resolve) => {
    complete = resolve
  })
  let state: 'new' | 'buffering' | 'passing' = 'new'
  let choice: Choice | null = null

  function writeHead(status: number, ...rest: unknown[]): ServerResponse {
    if (state === 'passing') return real.writeHead(status, ...rest) as ServerResponse
    if (state === 'buffering') return response
    response.statusCode = status
    choice = choose(buffered)
    state = choice ? 'buffering' : 'passing'
    if (!choice) return real.writeHead(status, ...rest) as ServerResponse
    const head = rest.find((each) => typeof each === 'object' && each !== null)
    for (const [name, value] of Object.entries(head ?? {})) response.setHeader(name, value)
    return response
  }

  function begin(): boolean {
    if (state === 'new') response.writeHead(response.statusCode)
    return state === 'buffering'
  }

  function keep(chunk: unknown, encoding: unknown): void {
    if (typeof chunk === 'string') pieces.push(Buffer.from(chunk, encoding as BufferEncoding | undefined))
    else if (chunk instanceof Uint8Array) pieces.push(Buffer.from(chunk))
  }

  async function finish(done?: Call): Promise<void> {
    const body = Buffer.concat(pieces)
    complete(body)
    const replacement = await choice?.catch(() => null)
    state = 'passing'
    real.end(replacement ? prepare(response, replacement) : body, done)
  }

  Object.assign(response, {
    writeHead,
    flushHeaders: () => begin() || real.flushHeaders(),
    write(...given: unknown[]) {
      if (!begin()) return real.write(...given)
      keep(given[0], given[1])
      const done = given.find(isCall)
      if (done) process.nextTick(done)
      return true
    },
    end(...given: unknown[]) {
      if (!begin()) return real.end(...given)
      keep(given[0], given[1])
      void finish(given.find(isCall))
      return response
    },
  })
}

function prepare(response: ServerResponse, { status, type, body, headers = {} }: Replacement): string {
  for (const name of gone) response.removeHeader(name)
  response.statusCode = status
  // RFC 9110 §8.6: a response without content has no length.
  if (status === 204) response.removeHeader('Content-Type')
  else response.setHeader('Content-Type', type).setHeader('Content-Length', Buffer.byteLength(body))
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  return body
}

function isCall(value: unknown): value is Call {
  return typeof value === 'function'
}

/** Bytes that are gathered before a reader gets them. */
const gathered = 4096
/** Beyond so many pieces they have to have so many bytes on average, as those of every network do. */
const tiny = { pieces: 4096, bytes: 32 }

/**
 * Joins the pieces of a body to larger ones before anyone reads them. Node makes a piece of each chunk and each packet,
 * which takes a hundred times as much memory as a byte in it, and as long as a large one: ten uploads in single bytes
 * would hold a gigabyte, and the process for minutes. A body of thousands of tiny pieces is cut.
 */
export function gatherPieces(request: IncomingMessage): void {
  const push = request.push.bind(request)
  let held = Buffer.alloc(0)
  let size = 0
  let pieces = 0
  let bytes = 0

  request.push = (piece: Buffer | null) => {
    bytes += piece?.length ?? 0
    if (++pieces > tiny.pieces && bytes < pieces * tiny.bytes) {
      request.destroy()
      return false
    }
    if (piece && size + piece.length <= gathered) {
      if (size === 0) held = Buffer.allocUnsafe(gathered)
      size += piece.copy(held, size)
      return true
    }
    if (size > 0) push(held.subarray(0, size))
    size = 0
    return push(piece)
  }
}
