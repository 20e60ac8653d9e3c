import { createExpiringMap } from '@/lib/expiring-map'
import { senderHeaders } from '@/lib/sender'

// The only way to the provider of single sign-on. Strangers can make the portal call it (a callback, a logout
// token), so calls are limited in number and duration, and responses in size.

/** Milliseconds for one call, with its response. */
const timeoutMs = 5000
const maxBytes = 512 * 1024
const maxUnderWay = 10
const maxPerMinute = 300
/** Milliseconds for which a document that could not be read is not requested again. */
const restMs = 5000

/** The provider does not respond, responds with nonsense, or may not be called now. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

const underWay = new Set<symbol>()
let minute = { number: 0, calls: 0 }
/** By URL, which only the provider's metadata names: there are two or three. */
const resting = createExpiringMap({ maxEntries: 20 })

/**
 * As `fetch`, for openid-client and jose, which name themselves as the sender otherwise. Redirects are not
 * followed.
 * @throws ProviderUnavailable when there is no complete response within 5 s, when it is larger than 512 KiB,
 *   above 10 calls at a time or 300 a minute, and for 5 s after a document could not be read
 */
export async function fetchFromProvider(url: string, options: RequestInit = {}): Promise<Response> {
  const isDocument = (options.method ?? 'GET') === 'GET' && !new Headers(options.headers).has('authorization')
  admit(isDocument ? url : null)
  const call = Symbol()
  underWay.add(call)
  try {
    const response = await read(url, options)
    if (isDocument && !response.ok) rest(url)
    return response
  } catch (error) {
    if (isDocument) rest(url)
    throw new ProviderUnavailable(`${new URL(url).origin} does not respond as it should`, { cause: error })
  } finally {
    underWay.delete(call)
  }
}

/** For tests, which make a provider fail and recover. */
export function forgetFailures(): void {
  resting.clear()
  minute = { number: 0, calls: 0 }
}

function admit(url: string | null): void {
  const at = performance.now()
  if (url !== null && (resting.get(url)?.until ?? 0) > at)
    throw new ProviderUnavailable('it failed a moment ago')
  const number = Math.floor(at / 60_000)
  if (minute.number !== number) minute = { number, calls: 0 }
  if (underWay.size >= maxUnderWay || minute.calls >= maxPerMinute)
    throw new ProviderUnavailable('too many calls to it are under way')
  minute.calls++
}

function rest(url: string): void {
  resting.set(url, { until: performance.now() + restMs })
}

async function read(url: string, options: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const sent = new Headers(options.headers)
  sent.set('User-Agent', senderHeaders('sign-in')['User-Agent'])
  const { status, headers, body } = await fetch(url, {
    ...options,
    headers: sent,
    redirect: 'manual',
    signal,
  })
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.byteLength
    if (size > maxBytes) throw new Error(`a response of more than ${maxBytes} bytes`)
    pieces.push(piece)
  }
  const kept = new Headers(headers)
  // The body is no longer encoded.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name)
  return new Response(size === 0 ? null : Buffer.concat(pieces), { status, headers: kept })
}
