import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { dayMs, now } from '@/lib/clock'
import { database } from '@/lib/database'
import { scan } from '@/lib/documents/scan'
import type { Settings } from '@/lib/env'
import { hostToAsk } from '@/lib/listen-address'
import { findBacklog } from '@/lib/mail/queries'
import { parseSender, quoteRelay, type RelayError } from '@/lib/mail/relay'
import { isUntrusted } from '@/lib/pool'
import { senderHeaders } from '@/lib/sender'
import { withTimeout } from '@/lib/timeout'
import { mergeAlike } from './causes'
import { type CheckOutcome, type Finding, reasonOf } from './schema'

const timeoutMs = 3000
const soonDays = 21

/** The health of one process: its URL, and its response. */
export type ProcessHealth = {
  process: 'portal' | 'sandbox' | 'production' | 'worker' | 'feed'
  address: string
  /** `silent` also where a proxy responds in place of it; `untrusted` if its certificate is not accepted */
  state: 'ready' | 'not_ready' | 'silent' | 'untrusted'
  /** of `/readyz` while it is not ready, or why it could not be asked */
  reason: string
  /** until it responded */
  milliseconds: number | null
}

/**
 * Checks every process for readiness: the gateways at their public URLs, the worker and, for who holds its keys, the
 * feed on this machine, and the portal there too or, if none responds, at its public URL.
 */
export async function probeProcesses(settings: Settings): Promise<ProcessHealth[]> {
  const { SANDBOX_BASE_URL, PRODUCTION_BASE_URL, METRICS_PORT, FEED_ADDRESS, FEED_PORT, FEED_KEYS } = settings
  return Promise.all([
    askPortal(settings),
    ask('sandbox', SANDBOX_BASE_URL),
    ask('production', PRODUCTION_BASE_URL),
    ask('worker', `http://127.0.0.1:${METRICS_PORT + 3}`),
    ...(FEED_KEYS ? [ask('feed', `http://${hostToAsk(FEED_ADDRESS)}:${FEED_PORT}`)] : []),
  ])
}

async function askPortal({ LISTEN_ADDRESS, PORTAL_PORT, PORTAL_URL }: Settings): Promise<ProcessHealth> {
  const here = await ask('portal', `http://${hostToAsk(LISTEN_ADDRESS)}:${PORTAL_PORT}`)
  return here.state === 'silent' ? ask('portal', PORTAL_URL) : here
}

/** The same as findings. A worker or feed that does not respond may run on another machine: its URL is not public. */
export async function checkProcesses(settings: Settings): Promise<Finding[]> {
  const processes = await probeProcesses(settings)
  return processes.map(({ process, address, state, reason, milliseconds }): Finding => {
    const silent = process === 'worker' || process === 'feed' ? (`${process}_silent` as const) : 'silent'
    const outcome = state === 'ready' ? 'good' : state === 'silent' ? silent : state
    return {
      check: 'process',
      outcome,
      subject: process,
      values: { address, reason, milliseconds: milliseconds ?? 0 },
    }
  })
}

/** Whether the store of shared limits responds to a PING. `url` is null if none is set. */
export async function checkLimitStore(url: string | null | undefined): Promise<Finding> {
  if (url === undefined) return { check: 'limit_store', outcome: 'elsewhere', values: {} }
  if (url === null) return { check: 'limit_store', outcome: 'unused', values: {} }
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 })
  // It rejects with the end of the connection, whatever caused that.
  let cause: unknown
  redis.on('error', (error) => {
    cause ??= error
  })
  try {
    await withTimeout(timeoutMs, () => redis.connect().then(() => redis.ping()))
    return { check: 'limit_store', outcome: 'good', values: {} }
  } catch (error) {
    return { check: 'limit_store', outcome: 'unreachable', values: { reason: reasonOf(cause ?? error) } }
  } finally {
    redis.disconnect()
  }
}

/** Whether the scanner of uploads finds a file clean: without its verdict, every upload is refused. */
export async function checkScanner(url: string | undefined): Promise<Finding> {
  if (!url) return { check: 'scanner', outcome: 'unused', values: {} }
  async function* file() {
    yield Buffer.from('guichet doctor')
  }
  const verdict = await withTimeout(timeoutMs, () => scan(url, file())).catch(() => 'unavailable')
  return { check: 'scanner', outcome: verdict === 'clean' ? 'good' : 'unreachable', values: {} }
}

/** For the public https URLs, how long their certificates remain valid and whether this machine trusts them. */
export async function checkCertificates(addresses: string[]): Promise<Finding[]> {
  const hosts = new Set(
    addresses.filter((each) => each.startsWith('https:')).map((each) => new URL(each).host),
  )
  if (hosts.size === 0) return [{ check: 'certificate', outcome: 'unused', values: {} }]
  return mergeAlike(await Promise.all([...hosts].map(checkCertificate)))
}

async function checkCertificate(host: string): Promise<Finding> {
  try {
    const { validTo, trouble } = await withTimeout(timeoutMs, (signal) => readCertificate(host, signal))
    const days = Math.floor((validTo.getTime() - now().getTime()) / dayMs)
    const values = { host, days, reason: trouble ?? '' }
    const outcome = days < 0 ? 'ended' : trouble ? 'untrusted' : days < soonDays ? 'ends_soon' : 'good'
    return { check: 'certificate', outcome, subject: host, values }
  } catch (error) {
    const values = { host, reason: reasonOf(error) }
    return { check: 'certificate', outcome: 'unreachable', subject: host, values }
  }
}

function readCertificate(
  host: string,
  signal: AbortSignal,
): Promise<{ validTo: Date; trouble: string | null }> {
  const { hostname, port } = new URL(`https://${host}`)
  const name = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    // Checked here: an expired certificate must not look like an unreachable host.
    const servername = isIP(name) ? undefined : name
    const options = { host: name, port: Number(port) || 443, servername, rejectUnauthorized: false }
    const socket = connect(options, () => {
      const trouble = socket.authorized ? null : String(socket.authorizationError)
      resolve({ validTo: new Date(socket.getPeerCertificate().valid_to), trouble })
      socket.destroy()
    })
    signal.addEventListener('abort', () => socket.destroy())
    // For its whole life: an error after the first, or after the response, must not end the process.
    socket.on('error', reject)
  })
}

async function ask(process: ProcessHealth['process'], origin: string): Promise<ProcessHealth> {
  const address = `${origin}/readyz`
  const start = performance.now()
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const headers = senderHeaders('status')
    const response = await fetch(address, { headers, signal, cache: 'no-store', redirect: 'error' })
    const body = (await response.json().catch(() => null)) as { status?: string; reason?: string } | null
    const milliseconds = Math.round(performance.now() - start)
    const state = body?.status === 'ready' ? 'ready' : body?.status === 'unavailable' ? 'not_ready' : 'silent'
    const reason = body?.reason ?? `HTTP ${response.status}`
    return { process, address, state, reason, milliseconds: state === 'silent' ? null : milliseconds }
  } catch (error) {
    const reason = reasonOf(error)
    return {
      process,
      address,
      state: isUntrusted(reason) ? 'untrusted' : 'silent',
      reason,
      milliseconds: null,
    }
  }
}

const waitingSeconds = 300
const stuckSeconds = 3600
const relayTimeout = 5000

/** How long the oldest mail has waited, and whether any have failed. */
export async function checkMailQueue(): Promise<Finding> {
  const { queued, oldestSeconds } = await findBacklog()
  const failed = await database().mailMessage.count({ where: { status: 'failed' } })
  const minutes = Math.round(oldestSeconds / 60)
  const late = oldestSeconds > stuckSeconds ? 'stuck' : oldestSeconds > waitingSeconds ? 'waiting' : null
  return {
    check: 'mail_queue',
    outcome: late ?? (failed > 0 ? 'failures' : 'good'),
    values: { queued, minutes, failed },
  }
}

/** Whether the relay takes mail from us: does what a mail does up to MAIL FROM, without sending anything. */
export async function checkRelay(smtpUrl: string | undefined, from: string): Promise<Finding> {
  if (!smtpUrl) return { check: 'relay', outcome: 'elsewhere', values: {} }
  const { protocol, hostname, port } = new URL(smtpUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const values = { host, port: Number(port) || (protocol === 'smtps:' ? 465 : 587) }
  // Here, as only the worker and the doctor carry nodemailer.
  const { tryRelay } = await import('./try-relay')
  try {
    await tryRelay(smtpUrl, from, relayTimeout)
    return { check: 'relay', outcome: 'good', values }
  } catch (error) {
    const { command = '', responseCode: code, response, originalCode } = error as RelayError
    const reason = code ? `${code} ${quoteRelay(response)}`.trim() : (originalCode ?? reasonOf(error))
    const outcome = isUntrusted(originalCode) ? 'untrusted' : code ? refusals(command) : 'unreachable'
    return { check: 'relay', outcome, values: { ...values, from: parseSender(from).address, reason } }
  }
}

/** Whom a relay refuses, by the command that it refused. */
function refusals(command: string): CheckOutcome<'relay'> {
  if (command.startsWith('AUTH')) return 'login'
  return command === 'MAIL FROM' ? 'sender' : 'refused'
}
