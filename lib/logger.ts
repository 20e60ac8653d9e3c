import pino, { type Logger } from 'pino'
import { currentRequestId } from './request'

const redacted = [
  'password',
  'client_secret',
  'secret',
  'token',
  'access_token',
  'authorization',
  'cookie',
  'link',
  'msisdn',
]

/**
 * The logger of one process: JSON lines on standard output. Values under names that could hold a secret are
 * redacted at the top and one level down; callers still never pass query strings or full msisdns. Every line that is
 * written for a request of the portal names it.
 */
export function createLogger(name: string): Logger {
  return pino({
    name,
    level: process.env.NODE_ENV === 'test' ? 'warn' : 'info',
    mixin: nameRequest,
    redact: { paths: redacted.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
  })
}

function nameRequest(): { requestId?: string } {
  const requestId = currentRequestId()
  return requestId ? { requestId } : {}
}
