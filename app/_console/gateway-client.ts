import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { senderHeaders } from '@/lib/sender'
import { traceHeaders } from '@/lib/tracing'
import { readErrorCode } from './answers'
import type { ConsoleExchange } from './state'

export type ConsoleOutcome =
  | { ok: true; value: ConsoleExchange }
  | { ok: false; reason: 'unreachable' | 'timeout' }

type Call = {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: string
  /** Never shown: replaced by dots wherever it appears in the request. */
  secret?: string
}

const timeoutMs = 10_000
const answerLimit = 16 * 1024

/**
 * Makes one call and records it. Plain `node:http`, not `fetch`: it exposes the exact lines sent and received, and
 * follows no redirect.
 */
export async function callGateway({
  method,
  url,
  headers,
  body = '',
  secret,
}: Call): Promise<ConsoleOutcome> {
  const sent = {
    Host: url.host,
    ...senderHeaders('console'),
    Accept: 'application/json',
    ...headers,
    ...traceHeaders(),
    ...(body && { 'Content-Length': String(Buffer.byteLength(body)) }),
    Connection: 'close',
  }
  const startedAt = performance.now()
  try {
    const { message, text } = await exchange(url, method, sent, body)
    const head = headText(pairs(message.rawHeaders))
    const status = message.statusCode ?? 0
    const requestId = message.headers['x-request-id']
    return {
      ok: true,
      value: {
        request: {
          method,
          url: url.href,
          head: `${method} ${url.pathname}${url.search} HTTP/1.1\n${headText(Object.entries(sent))}`,
          body: mask(body, secret),
        },
        answer: {
          status,
          head: `HTTP/${message.httpVersion} ${status} ${message.statusMessage}\n${head}`,
          body: text,
          latency: Math.round(performance.now() - startedAt),
          requestId: typeof requestId === 'string' ? requestId : null,
          code: readErrorCode(text),
        },
      },
    }
  } catch (error) {
    return { ok: false, reason: isTimeout(error) ? 'timeout' : 'unreachable' }
  }
}

/** `text` with dots instead of `secret`, whether plain or form-encoded. */
export function mask(text: string, secret: string | undefined): string {
  if (!secret) return text
  return text.replaceAll(secret, '••••').replaceAll(encodeURIComponent(secret), '••••')
}

function exchange(url: URL, method: string, headers: Record<string, string>, body: string) {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise<{ message: IncomingMessage; text: string }>((resolve, reject) => {
    const outgoing = request(url, { method, headers, signal, agent: false }, (message) => {
      readText(message).then((text) => resolve({ message, text }), reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function readText(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of message.setEncoding('utf8')) {
    text += chunk
    if (text.length > answerLimit) break
  }
  return text.slice(0, answerLimit)
}

function pairs(rawHeaders: string[]): [string, string][] {
  const found: [string, string][] = []
  for (let index = 0; index < rawHeaders.length; index += 2)
    found.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? ''])
  return found
}

function headText(headers: [string, string][]): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n')
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
}
