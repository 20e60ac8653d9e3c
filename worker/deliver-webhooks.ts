import { Resolver } from 'node:dns/promises'
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { SecureContextOptions } from 'node:tls'
import type { Logger } from 'pino'
import { now } from '@/lib/clock'
import { createExpiringMap } from '@/lib/expiring-map'
import { senderHeaders } from '@/lib/sender'
import { judgeAddress, mayCall } from '@/lib/webhooks/address'
import { queueAdministrationEvents } from '@/lib/webhooks/administration-events'
import {
  type AttemptOutcome,
  claimEndpoints,
  findNextDelivery,
  type Lane,
  recordAttempt,
  type WebhookFault,
} from '@/lib/webhooks/delivery'
import { bodyOf } from '@/lib/webhooks/schema'
import { signWebhook } from '@/lib/webhooks/signing-secret'

const pollMs = 1000

/** Endpoints that are sent something at the same time. */
const places: Record<Lane, number> = { quick: 32, troubled: 8 }
/** An endpoint that took longer than this to respond is slow until it responds sooner, or for an hour. */
const slowMs = 1000
const keptMs = 3_600_000

export type DeliveryOutcome = Awaited<ReturnType<typeof recordAttempt>>

/** By id. Each worker finds out by itself: what it forgets costs an attempt for each endpoint. */
type SlowEndpoints = ReturnType<typeof createExpiringMap>

type Parts = {
  post(url: URL, headers: Record<string, string>, body: string): Promise<AttemptOutcome>
  logger: Logger
  count(outcome: DeliveryOutcome): void
}

/**
 * Delivers webhooks until stopped. Not jobs of the queue, whose few places mails share: receivers may take ten seconds
 * each. A worker that dies delivers what it was sending again, with the same id.
 * @returns stops after what is being sent
 */
export function keepDelivering(parts: Parts): () => Promise<void> {
  const stop = new AbortController()
  const slow = createExpiringMap({ maxEntries: 10_000 })
  const ended = Promise.all(
    (['quick', 'troubled'] as const).map((lane) => runLane(lane, slow, parts, stop.signal)),
  )
  return async () => {
    stop.abort()
    await ended
  }
}

async function runLane(lane: Lane, slow: SlowEndpoints, parts: Parts, signal: AbortSignal): Promise<void> {
  const sending = new Set<Promise<void>>()
  const warn = (error: unknown) => parts.logger.warn({ err: error }, 'webhooks wait, trying again soon')
  while (!signal.aborted) {
    const claimed = await claim(lane, places[lane] - sending.size, slow).catch((error) => {
      warn(error)
      return []
    })
    for (const endpointId of claimed) {
      const sent = deliverNext(endpointId, slow, parts)
        .catch(warn)
        .finally(() => sending.delete(sent))
      sending.add(sent)
    }
    await Promise.race([...sending, pause(pollMs, undefined, { signal }).catch(() => {})])
  }
  await Promise.all(sending)
}

async function claim(lane: Lane, limit: number, slow: SlowEndpoints): Promise<string[]> {
  await queueAdministrationEvents()
  return claimEndpoints(lane, limit, [...slow.keys()])
}

async function deliverNext(
  endpointId: string,
  slow: SlowEndpoints,
  { post, logger, count }: Parts,
): Promise<void> {
  const delivery = await findNextDelivery(endpointId)
  if (!delivery) return
  // The same in every attempt.
  const body = JSON.stringify(bodyOf(delivery))
  const { url, eventId, type, secrets, attempts } = delivery
  const outcome = await post(new URL(url), signWebhook(eventId, now(), body, secrets), body)
  noteDuration(slow, endpointId, outcome)
  const ended = await recordAttempt(delivery, outcome)
  count(ended)
  const result = 'status' in outcome ? { status: outcome.status } : { error: outcome.error }
  logger.info({ endpointId, eventId, type, attempt: attempts + 1, ...result }, `webhook: ${ended}`)
}

/** All of an attempt: name, connection, response. */
const timeoutMs = 10_000
const shownBytes = 1024

export type PostOptions = {
  /** As parsed from WEBHOOK_ALLOWED_NETWORKS. */
  networks: readonly string[]
  /** The addresses of a name; the signal ends it. */
  resolve?: (name: string, signal: AbortSignal) => Promise<string[]>
  timeoutMs?: number
  tls?: Pick<SecureContextOptions, 'ca'>
}

type Response = { status: number; response: string | null }

/** Why there was no response. */
class Fault extends Error {
  constructor(readonly fault: WebhookFault) {
    super(fault)
  }
}

/**
 * Posts JSON to a URL that anyone may have typed. Only addresses that {@link judgeAddress} lets through are
 * connected to, and those that were checked: the name is resolved once. Redirects are not followed. Of the
 * body, the first KiB that arrives in time is kept.
 */
export async function postWebhook(
  url: URL,
  headers: Record<string, string>,
  body: string,
  options: PostOptions,
): Promise<AttemptOutcome> {
  const began = performance.now()
  const signal = AbortSignal.timeout(options.timeoutMs ?? timeoutMs)
  const result = await send(url, headers, body, options, signal).catch((error) => ({
    error: signal.aborted ? 'timeout' : nameFault(error),
  }))
  return { ...result, durationMs: Math.round(performance.now() - began) }
}

async function send(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { networks, resolve = resolveName, tls }: PostOptions,
  signal: AbortSignal,
): Promise<Response> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) > 0 ? [host] : await unlessAborted(resolve(host, signal), signal)
  if (found.length === 0) throw new Fault('name_unknown')
  const judged = found.map((address) => ({ address, reach: judgeAddress(address, networks) }))
  const open = judged.filter(({ reach }) => mayCall(url.protocol, reach))
  if (open.length === 0) throw new Fault('address_refused')
  const response = await post(url, body, signal, {
    ...tls,
    lookup: pinTo(open.map(({ address }) => address)),
    headers: {
      ...senderHeaders('webhooks'),
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  })
  const start = await readStart(response, signal)
  const hidden = open.some(({ reach }) => reach === 'allowed')
  return { status: response.statusCode ?? 0, response: hidden ? null : start }
}

/** Replaces the look-up of the connection: it gets what was checked, whatever the name resolves to by now. */
function pinTo(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_name, options, callback) => {
    if (options.all) callback(null, all)
    else callback(null, all[0]?.address ?? '', all[0]?.family)
  }
}

/** Resolves with the head of the response. Without an agent, so that no connection outlives its check. */
function post(
  url: URL,
  body: string,
  signal: AbortSignal,
  options: RequestOptions,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, method: 'POST', agent: false, signal }, resolve)
    sent.on('error', reject)
    // Such as after a switch of protocols, which is reported as no error.
    sent.on('close', () => reject(new Fault('connection')))
    sent.end(body)
  })
}

/** The first KiB that arrives before the signal, as text without control characters other than line breaks and tabs. */
export async function readStart(response: Readable, signal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of response) {
      pieces.push(piece)
      size += piece.length
      if (size >= shownBytes || signal.aborted) break
    }
  } catch {
    // Cut off, by either side: the status counts.
  } finally {
    response.destroy()
  }
  const text = Buffer.concat(pieces).subarray(0, shownBytes).toString()
  return text.replace(/[^\P{Cc}\n\t]/gu, '\uFFFD')
}

/** By DNS alone, and not by `getaddrinfo`: a slow name server there would block the threads of the whole process. */
async function resolveName(name: string, signal: AbortSignal): Promise<string[]> {
  // So that the addresses of one family do not wait for a server that is silent about the other.
  const resolver = new Resolver({ timeout: 1500, tries: 2 })
  signal.addEventListener('abort', () => resolver.cancel(), { once: true })
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}

function nameFault(error: unknown): WebhookFault {
  if (error instanceof Fault) return error.fault
  const code = String((error as { code?: unknown }).code ?? '')
  return /^(ERR_TLS|ERR_SSL|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)|_CERT|EPROTO/.test(code)
    ? 'tls'
    : 'connection'
}

function noteDuration(slow: SlowEndpoints, endpointId: string, { durationMs }: AttemptOutcome): void {
  if (durationMs <= slowMs) slow.delete(endpointId)
  else slow.set(endpointId, { until: performance.now() + keptMs })
}
