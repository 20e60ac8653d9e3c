import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { database } from '@/lib/database'
import { findBacklog } from '@/lib/mail/queries'
import { withTimeout } from '@/lib/timeout'
import { type Finding, reasonOf } from './schema'

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

/** Whether the relay greets (RFC 5321 §4.2: 220), without sending anything. */
export async function checkRelay(smtpUrl: string | undefined): Promise<Finding> {
  if (!smtpUrl) return { check: 'relay', outcome: 'elsewhere', values: {} }
  const { protocol, hostname, port } = new URL(smtpUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'smtps:'
  const values = { host, port: Number(port) || (secure ? 465 : 25) }
  try {
    const greeting = await withTimeout(timeoutMs, (signal) => readGreeting({ ...values, secure, signal }))
    return greeting.startsWith('220')
      ? { check: 'relay', outcome: 'good', values }
      : { check: 'relay', outcome: 'refused', values: { ...values, code: greeting.slice(0, 3) } }
  } catch (error) {
    return { check: 'relay', outcome: 'unreachable', values: { ...values, reason: reasonOf(error) } }
  }
}

type Where = { host: string; port: number; secure: boolean; signal: AbortSignal }

function readGreeting({ host, port, secure, signal }: Where): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = secure ? connectTls({ host, port, servername: host }) : connect({ host, port })
    signal.addEventListener('abort', () => socket.destroy())
    // For its whole life: an error after the first, or after the response, must not end the process.
    socket.on('error', reject)
    socket.once('close', () => reject(new Error('closed without a greeting')))
    socket.setEncoding('utf8').once('data', (line: string) => {
      resolve(line)
      socket.end('QUIT\r\n')
    })
  })
}
