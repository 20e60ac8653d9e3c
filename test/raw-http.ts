import { connect, type Socket } from 'node:net'

/** A response as sent over the wire. Header names are lower case; a name that occurs twice is an array. */
export type RawResponse = {
  status: number
  headers: Record<string, string | string[]>
  body: string
}

/** A connection that sends exactly the bytes it is given. */
export type RawConnection = {
  socket: Socket
  send(bytes: string | Buffer): void
  /** The next response. @throws Error when the connection ends before it is complete */
  read(request?: { method?: string }): Promise<RawResponse>
  /** Resolves when the other side has closed. */
  closed: Promise<void>
  close(): void
}

/** Opens a connection to a port of this machine, or to the socket at a path. */
export async function openRaw(to: number | string): Promise<RawConnection> {
  const socket = typeof to === 'string' ? connect(to) : connect(to, '127.0.0.1')
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.setNoDelay(true)
  let buffered = Buffer.alloc(0)
  let ended = false
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const each of waiting) each()
  }
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    wake()
  })
  const closed = new Promise<void>((resolve) => {
    const end = () => {
      ended = true
      wake()
      resolve()
    }
    socket.once('end', end).once('close', end)
  })

  async function read({ method = 'GET' } = {}): Promise<RawResponse> {
    for (;;) {
      const parsed = parseResponse(buffered, method === 'HEAD')
      if (parsed) {
        buffered = buffered.subarray(parsed.length)
        if (parsed.response.status !== 100) return parsed.response
        continue
      }
      if (ended) throw new Error(`the connection ended after ${JSON.stringify(buffered.toString('latin1'))}`)
      await new Promise<void>((resolve) => {
        const once = () => {
          waiting.delete(once)
          resolve()
        }
        waiting.add(once)
      })
    }
  }

  return { socket, send: (bytes) => void socket.write(bytes), read, closed, close: () => socket.destroy() }
}

/** Sends one request on a separate connection and reads one response. */
export async function exchangeRaw(port: number, bytes: Buffer): Promise<RawResponse> {
  const connection = await openRaw(port)
  try {
    connection.send(bytes)
    return await connection.read({ method: bytes.toString('latin1', 0, 4) === 'HEAD' ? 'HEAD' : 'GET' })
  } finally {
    connection.close()
  }
}

/** The bytes of a request; `Host` and `Content-Length` are added unless given. */
export function rawRequest(method: string, target: string, headers: string[] = [], body = ''): Buffer {
  const has = (name: string) => headers.some((line) => line.toLowerCase().startsWith(`${name}:`))
  const lines = [`${method} ${target} HTTP/1.1`, ...headers]
  if (!has('host')) lines.push('Host: gateway.localhost')
  if (body !== '' && !has('content-length') && !has('transfer-encoding'))
    lines.push(`Content-Length: ${Buffer.byteLength(body, 'latin1')}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1')
}

function parseResponse(bytes: Buffer, bodiless: boolean): { response: RawResponse; length: number } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(statusLine.split(' ')[1])
  const headers: RawResponse['headers'] = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    const former = headers[name]
    headers[name] = former === undefined ? value : [former, value].flat()
  }
  const size = bodiless || status === 204 || status < 200 ? 0 : Number(headers['content-length'] ?? 0)
  const start = end + 4
  if (bytes.length < start + size) return null
  return {
    response: { status, headers, body: bytes.toString('utf8', start, start + size) },
    length: start + size,
  }
}
