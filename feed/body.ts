import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { parseLosslessJson, splitArray } from '@/lib/exact-json'
import type { Item } from '@/lib/feed/commands'
import { Body } from '@/lib/read-body'

const maxBytes = 10 * 1024 * 1024
const maxItems = 10_000
/** Each takes up to 80 bytes of memory when it is parsed. */
const maxValues = 1_000_000
/** Bodies beyond one of them are parsed and stored one at a time: what comes of one may be ten times as large. */
const large = { bytes: 2 * 1024 * 1024, values: 100_000 }
const inflate = promisify(gunzip)
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** How many bytes of bodies are in memory, in all requests together. */
export function createBudget(limit = 48 * 1024 * 1024) {
  let held = 0
  return {
    /** What is refused is held too, until it is released. @throws Problem 503 beyond the limit */
    take(bytes: number): void {
      held += bytes
      if (held > limit)
        throw new Problem(503, 'unavailable', 'Too many bodies are being received.', { 'Retry-After': '1' })
    },
    release(bytes: number): void {
      held -= bytes
    },
  }
}

export type Budget = ReturnType<typeof createBudget>
export type Format = 'json' | 'lines' | 'unknown'

const formats = new Map<string, Format>([
  ['', 'unknown'],
  ['application/json', 'json'],
  ['application/x-ndjson', 'lines'],
])

/** The format and coding that a request names. @throws Problem 415 */
export function readFormat({ headers }: IncomingMessage): { format: Format; isCompressed: boolean } {
  const coding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (coding !== 'identity' && coding !== 'gzip')
    throw new Problem(415, 'unsupported_media_type', 'The body may be compressed by gzip only.', {
      'Accept-Encoding': 'gzip',
    })
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  const format = formats.get(type.trim())
  if (format === undefined || !isUtf8)
    throw new Problem(
      415,
      'unsupported_media_type',
      'The content type must be application/json or application/x-ndjson, in UTF-8.',
    )
  return { format, isCompressed: coding === 'gzip' }
}

/**
 * Receives a body as it arrives; what is received counts in the budget until `release`.
 * @throws Problem 413 beyond 10 MiB, 503 beyond the budget; the rest of such a request is still to be read
 */
export async function receive(
  request: IncomingMessage,
  budget: Budget,
): Promise<{ body: Buffer; release(): void }> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const body = new Body(maxBytes)
  const release = () => budget.release(body.capacity)
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (body.size + chunk.length > maxBytes) throw tooLarge()
      budget.take(body.add(chunk))
    }
  } catch (error) {
    release()
    throw error
  }
  return { body: body.bytes(), release }
}

/** @throws Problem 413 for what is larger than 10 MiB unpacked, 400 for what is not gzip */
export async function unpack(body: Buffer): Promise<Buffer> {
  try {
    return await inflate(body, { maxOutputLength: maxBytes })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw new Problem(400, 'invalid_request', 'The body is not gzip.')
  }
}

/** Whether a body is parsed and stored alone. @throws Problem 413 for more values than memory has room for */
export function isLarge(body: Buffer): boolean {
  const values = body.length > large.values ? countValues(body) : 0
  if (values > maxValues) throw new Problem(413, 'body_too_large', 'The body has more than a million values.')
  return body.length > large.bytes || values > large.values
}

/** The objects of a body. @throws Problem 400 for a body that is no JSON, 413 for more than 10,000 changes */
export function readItems(body: Buffer, format: Format): Item[] {
  const text = decode(body)
  if (text.trim() === '') return [{ value: null, text }]
  return format === 'lines' ? readLines(text) : format === 'json' ? readJson(text) : guess(text)
}

const opensValue = new Uint8Array(256)
for (const character of ',[{\n') opensValue[character.charCodeAt(0)] = 1

/** At most: what separates or opens them is counted within texts too. */
function countValues(body: Buffer): number {
  let count = 0
  for (let at = 0; at < body.length; at++) count += opensValue[body[at] as number] as number
  return count
}

/** An element of an array, whose text is looked for only if it is refused. */
class Element {
  constructor(
    readonly value: unknown,
    private readonly index: number,
    private readonly textAt: (index: number) => string,
  ) {}

  get text(): string {
    return this.textAt(this.index)
  }
}

/** Before they are parsed, which takes as long for each line that is no JSON. */
function refuseTooMany(items: unknown[]): void {
  if (items.length > maxItems)
    throw new Problem(413, 'body_too_large', 'The body has more than 10,000 changes.')
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new Problem(400, 'invalid_request', 'The body must be in UTF-8.')
  }
}

function readJson(text: string): Item[] {
  const value = parse(text)
  if (value === undefined) throw new Problem(400, 'invalid_request', 'The body is not JSON.')
  if (Array.isArray(value.value)) {
    refuseTooMany(value.value)
    let texts: string[] | undefined
    const textAt = (index: number) => {
      texts ??= splitArray(text)
      return texts[index] as string
    }
    return value.value.map((each, index) => new Element(each, index, textAt))
  }
  if (typeof value.value === 'object') return [{ value: value.value, text }]
  throw new Problem(400, 'invalid_request', 'The body must be an object or an array.')
}

function readLines(text: string): Item[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  refuseTooMany(lines)
  return lines.map((line) => {
    const value = parse(line)
    return value === undefined ? { text: line, broken: true } : { value: value.value, text: line }
  })
}

/** Objects in lines begin as one object does. */
function guess(text: string): Item[] {
  const isObject = text.trimStart().startsWith('{')
  return isObject && parse(text) === undefined && text.trim().includes('\n')
    ? readLines(text)
    : readJson(text)
}

/**
 * Nanoseconds, which every event of Debezium has, are more than a double keeps. As text they keep their digits, and the
 * rest of the body can be parsed ten times as fast.
 */
const nanoseconds = /"ts_ns":(\d{17,})(?=[,}])/g

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: parseLosslessJson(text.replaceAll(nanoseconds, '"ts_ns":"$1"')) }
  } catch {
    return undefined
  }
}

function tooLarge(): Problem {
  return new Problem(413, 'body_too_large', 'The body is larger than 10 MiB.')
}

const titles = {
  invalid_request: 'Invalid request',
  unauthorized: 'Key not accepted',
  request_timeout: 'Request not completed in time',
  body_too_large: 'Body too large',
  headers_too_large: 'Header fields too large',
  expectation_failed: 'Expectation failed',
  unsupported_media_type: 'Unsupported media type',
  too_many_requests: 'Too many requests',
  paused: 'Sender paused',
  unavailable: 'Temporarily unavailable',
  not_found: 'Not found',
  method_not_allowed: 'Method not allowed',
} as const

/** A refusal of a request, as problem+json (RFC 9457). `detail` never repeats the request. */
export class Problem extends Error {
  override name = 'Problem'
  constructor(
    readonly status: number,
    readonly code: keyof typeof titles,
    readonly detail: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(detail)
  }
}

export function renderProblem({ status, code, detail }: Problem, requestId: string): string {
  return JSON.stringify({
    type: 'about:blank',
    title: titles[code],
    status,
    detail,
    instance: `urn:uuid:${requestId}`,
    code,
  })
}
