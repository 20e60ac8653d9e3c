import { database } from '@/lib/database'
import { findBacklog } from '@/lib/mail/queries'
import { parseSender } from '@/lib/mail/relay'
import { quoteRelay, type RelayError } from '@/lib/mail/relay-failure'
import { isUntrusted } from '@/lib/untrusted'
import { type CheckOutcome, type Finding, reasonOf } from './schema'

const waitingSeconds = 300
const stuckSeconds = 3600
const timeoutMs = 5000

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
    await tryRelay(smtpUrl, from, timeoutMs)
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
