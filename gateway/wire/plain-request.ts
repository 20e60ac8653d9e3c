import { maxFields } from './wire'

/** A complete plain request: its parsed head, and its body in printable ASCII (empty for GET). */
export type PlainRequest = {
  method: 'GET' | 'POST'
  target: string
  /** By lower-case name; each occurs once. */
  headers: ReadonlyMap<string, string>
  body: string
  /** The caller requested that the connection be closed after the response. */
  closes: boolean
}

/** A larger request is not plain. */
const max = { bytes: 24_576, headBytes: 8192 }

// One request line with a target in origin form, and field lines without folding, empty names or stray white space. Any
// byte outside printable ASCII, and a bare CR or LF, prevents a match.
const head =
  /^(GET|POST) (\/[!-~]*) HTTP\/1\.1\r\n((?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[ \t]*(?:[!-~](?:[ !-~]*[!-~])?)?\r\n)+)\r\n/
const printable = /^[ -~]*$/

/** An upgrade is ignored (RFC 9110 §7.8); Java's client proposes one on each connection. */
const connections = new Set(['keep-alive', 'close', 'upgrade', 'upgrade, http2-settings'])

/** Fields that change how a message is framed or answered. */
const notPlain = ['transfer-encoding', 'expect']

/**
 * Reads one request that is complete and alone in `bytes`, and that every parser would read the same way: HTTP/1.1, GET
 * without a body or POST with a `Content-Length` that is exactly the rest, exactly one `Host`, no field name twice,
 * printable ASCII only (a small part of RFC 9112 §2 to §6).
 * @returns null for anything else, malformed or merely unusual, which `node:http` then reads
 */
export function readPlainRequest(bytes: Buffer): PlainRequest | null {
  if (bytes.length > max.bytes) return null
  const text = bytes.toString('latin1')
  const match = head.exec(text)
  if (!match) return null
  const [{ length }, method, target, lines] = match as unknown as [string, 'GET' | 'POST', string, string]
  if (length > max.headBytes) return null
  const headers = readHeaders(lines)
  if (!headers) return null
  const body = text.slice(length)
  if (!isFramed(method, headers.get('content-length'), body)) return null
  const connection = headers.get('connection')?.toLowerCase()
  if (connection !== undefined && !connections.has(connection)) return null
  return { method, target, headers, body, closes: connection === 'close' }
}

/** Whether a request line has more blanks than the two of RFC 9112 §3, of which Node's parser skips any number. */
export function hasStrayBlanks(bytes: Buffer): boolean {
  const line = bytes.toString('latin1', 0, max.headBytes).trimStart().split('\n', 1)[0] ?? ''
  return /^[!-~]+ (?: |[!-~]+ {2})/.test(line)
}

function readHeaders(lines: string): Map<string, string> | null {
  const headers = new Map<string, string>()
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf('\r\n', start)
    const colon = lines.indexOf(':', start)
    const name = lines.slice(start, colon).toLowerCase()
    if (headers.has(name)) return null
    headers.set(name, lines.slice(colon + 1, end).trim())
    start = end + 2
  }
  if (headers.size > maxFields || !headers.has('host')) return null
  for (const name of notPlain) if (headers.has(name)) return null
  return headers
}

/** RFC 9112 §6: `Content-Length` alone frames the body, which is exactly the rest. */
function isFramed(method: string, length: string | undefined, body: string): boolean {
  if (method === 'GET') return length === undefined && body === ''
  return (
    length !== undefined && /^\d{1,5}$/.test(length) && Number(length) === body.length && printable.test(body)
  )
}
