/** A plain request, whole: its head read, and its body of printable ASCII (empty for GET). */
export type PlainRequest = {
  method: 'GET' | 'POST'
  target: string
  /** By name in lower case, each of them given once. */
  headers: ReadonlyMap<string, string>
  body: string
  /** The caller asked for the connection to be closed after the answer. */
  closes: boolean
}

/** More than these is not plain. */
const most = { bytes: 24_576, headBytes: 8192 }

// One request line with a target in origin form, and field lines without folding, empty names or stray white space.
// Every byte outside printable ASCII, and a bare CR or LF, make it no match.
const head =
  /^(GET|POST) (\/[!-~]*) HTTP\/1\.1\r\n((?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[ \t]*(?:[!-~](?:[ !-~]*[!-~])?)?\r\n)+)\r\n/
const printable = /^[ -~]*$/

/** Fields that change how a message is framed or answered. */
const notPlain = ['transfer-encoding', 'expect', 'upgrade']

/**
 * Reads one request that is complete and alone in `bytes`, and about which no two parsers could disagree: HTTP/1.1,
 * GET without a body or POST with a `Content-Length` that is exactly the rest, exactly one `Host`, no field name
 * twice, printable ASCII only (RFC 9112 §2 to §6, of which this is a small part).
 * @returns null for anything else, malformed or merely unusual: `node:http` reads that
 */
export function readPlainRequest(bytes: Buffer): PlainRequest | null {
  if (bytes.length > most.bytes) return null
  const text = bytes.toString('latin1')
  const match = head.exec(text)
  if (!match) return null
  const [{ length }, method, target, lines] = match as unknown as [string, 'GET' | 'POST', string, string]
  if (length > most.headBytes) return null
  const headers = readHeaders(lines)
  if (!headers) return null
  const body = text.slice(length)
  if (!isFramed(method, headers.get('content-length'), body)) return null
  const connection = headers.get('connection')?.toLowerCase()
  if (connection !== undefined && connection !== 'keep-alive' && connection !== 'close') return null
  return { method, target, headers, body, closes: connection === 'close' }
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
  if (!headers.has('host')) return null
  for (const name of notPlain) if (headers.has(name)) return null
  return headers
}

/** RFC 9112 §6: by `Content-Length` alone, and the rest is the body to the byte. */
function isFramed(method: string, length: string | undefined, body: string): boolean {
  if (method === 'GET') return length === undefined && body === ''
  return (
    length !== undefined && /^\d{1,5}$/.test(length) && Number(length) === body.length && printable.test(body)
  )
}
