import { type ErrorCode, errorFor, type GatewayError } from './errors.ts'

/** For one call. */
export type Call = { signal?: AbortSignal }

export type SendOptions = {
  /** How often a call is sent again after a 429, a 5xx or a connection that failed. */
  retries: number
  /** The longest wait between two attempts, in seconds; a gateway that asks for more is not waited for. */
  maximumWait: number
  /** For one attempt, in seconds. */
  timeout: number
  signal?: AbortSignal
}

const maxBytes = 1_048_576

/** A date of HTTP in any of its three forms, which all begin with the day of the week (RFC 9110 §5.6.7). */
const httpDate = /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/

/**
 * Sends a request until it succeeds, waiting as long as `Retry-After` asks for (RFC 9110 §10.2.3).
 * @param request made for each attempt: an assertion is accepted once
 * @returns the body of the 2xx response
 * @throws GatewayError of the last attempt; the reason of `signal` if it was aborted
 */
export async function send(
  url: string,
  request: () => RequestInit | Promise<RequestInit>,
  options: SendOptions,
): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOnce(url, await request(), options)
    if (typeof outcome === 'string') return outcome
    const wait = outcome.retryAfter ?? backOff(attempt)
    if (attempt >= options.retries || !mayPass(outcome) || wait > options.maximumWait) throw outcome
    await sleep(wait, options.signal)
  }
}

/** @returns the body of a success, or an error after which it may be sent again */
async function attemptOnce(
  url: string,
  request: RequestInit,
  { timeout, signal }: SendOptions,
): Promise<string | GatewayError> {
  const deadline = AbortSignal.timeout(timeout * 1000)
  let response: Response
  let body: string | null
  try {
    response = await fetch(url, {
      ...request,
      // Credentials go to no address but the configured one.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
    body = await readText(response)
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    return errorFor(
      deadline.aborted ? `No response within ${timeout} s.` : 'The gateway cannot be reached.',
      {},
      cause,
    )
  }
  const redirects = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)
  if (redirects || (response.ok && body === null)) throw notFromGateway()
  return response.ok ? (body ?? '') : readFailure(response, body ?? '')
}

/** The text of a body; null if it is larger than any of a gateway, of which the rest is not read. */
async function readText({ body }: Response): Promise<string | null> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let size = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.length
    if (size > maxBytes) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}

function mayPass({ status = 503 }: GatewayError): boolean {
  return status === 429 || status >= 500
}

function readFailure(response: Response, body: string): GatewayError {
  const problem = readJson(body)
  const text = (name: string) => (typeof problem[name] === 'string' ? problem[name] : undefined)
  return errorFor(
    text('detail') ?? text('error_description') ?? `The gateway responded with status ${response.status}.`,
    {
      status: response.status,
      code: (text('code') ?? text('error')) as ErrorCode | undefined,
      requestId: response.headers.get('x-request-id') ?? undefined,
      errors: Array.isArray(problem.errors) ? problem.errors : undefined,
      retryAfter: readRetryAfter(response.headers.get('retry-after')),
    },
  )
}

/** Seconds, or a date as something in front of a gateway may send it (RFC 9110 §10.2.3). */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const seconds = (httpDate.test(value) ? Date.parse(value) - Date.now() : Number.NaN) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/**
 * Reads the body of a success.
 * @throws UnavailableError if it is none of a gateway's, but for example the page of a proxy
 */
export function readBody<T>(body: string, parse: (body: string) => T): T {
  try {
    return parse(body)
  } catch {
    // Without its cause, which quotes the body: that may be a token, cut off.
    throw notFromGateway()
  }
}

/** Sending again does not help. */
function notFromGateway(): GatewayError {
  return errorFor('The response is not from the gateway.', {})
}

function readJson(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // Not from a gateway, but from something in front of it.
    return {}
  }
}

/** Seconds: half a second, doubled each time, and up to as much again, so that clients do not come back together. */
function backOff(attempt: number): number {
  return 0.5 * 2 ** attempt * (1 + Math.random())
}

async function sleep(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, seconds * 1000)
  })
  await unlessAborted(over, signal).finally(() => clearTimeout(timer))
}

/** @throws the reason of `signal` as soon as it is aborted */
export function unlessAborted<T>(wanted: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return wanted
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    wanted.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
