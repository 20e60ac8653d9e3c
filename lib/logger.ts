import pino, { type Logger } from 'pino'

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
 * redacted at the top and one level down; callers still never pass query strings or full msisdns.
 */
export function createLogger(name: string): Logger {
  return pino({
    name,
    level: process.env.NODE_ENV === 'test' ? 'warn' : 'info',
    redact: { paths: redacted.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
  })
}
