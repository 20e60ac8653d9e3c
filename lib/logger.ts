import { format } from 'node:util'
import pino, { type DestinationStream, type Logger } from 'pino'
import { createLogLimits, type LogLimits, shortenLine } from './log-limits'
import { remember } from './remember'
import { currentRequestId, isSendersFault } from './request-context'

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
 * Creates the logger of a process: JSON lines on standard output. Values of keys that could hold a secret are redacted
 * at the top level and one level down; callers still never pass query strings or full msisdns. Lines that belong to a
 * request of the portal contain its id. Lines are limited in length and number (log-limits.ts); a separate line counts
 * those that were dropped, by level and message: a message of ours is the same for all that callers send.
 */
export function createLogger(name: string): Logger {
  const options = {
    name,
    level: process.env.NODE_ENV === 'test' ? 'warn' : 'info',
    mixin: nameRequest,
    redact: { paths: redacted.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
  }
  const { limits, stream } = remember('guichetLog', openLog)
  return pino(
    {
      ...options,
      hooks: {
        logMethod(given, write, level) {
          if (limits.admits(`${level} ${kindOf(given)}`)) write.apply(this, given)
        },
      },
    },
    stream,
  )
}

const kind = Symbol('kind')

function kindOf(given: readonly unknown[]): string {
  const [first] = given
  if (typeof first === 'object' && first && kind in first) return String(first[kind])
  return (given.find((each) => typeof each === 'string') ?? '').slice(0, 100)
}

/**
 * Turns the console output of libraries into lines of `logger`, which are counted by the type of error. Quoted text,
 * often a caller's, is left out. What a library says about a request that its sender sent wrongly, and may have filled
 * with anything, is left out altogether: a fixed sentence, neither error nor warning, says that it happened.
 */
export function adoptConsole(logger: Logger): void {
  const methods = {
    debug: 'info',
    log: 'info',
    info: 'info',
    warn: 'warn',
    error: 'error',
    trace: 'info',
  } as const
  for (const [method, level] of Object.entries(methods))
    console[method as keyof typeof methods] = (...given: unknown[]) => {
      if (isSendersFault()) return logger.info('a library could not read a request')
      const [message = '', ...stack] = withoutQuoted(format(...given)).split('\n')
      const type = given.find((each) => each instanceof Error)?.constructor.name ?? 'text'
      const about = { [kind]: `console ${type}`, stack: stack.length > 0 ? stack.join('\n') : undefined }
      if (message) logger[level](about, message.slice(0, 500))
    }
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) =>
    logger.warn({ [kind]: 'warning', warning: name }, withoutQuoted(message).slice(0, 500)),
  )
}

/** What an error says, without what it quotes, without terminal colours, and of limited length. */
export function withoutQuoted(text: string): string {
  return (
    text
      .slice(0, 20_000)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character begins a colour
      .replace(/\u001b\[[\d;]*m/g, '')
      .replace(/"[^"\n]*"|`[^`\n]*`|'[^'\n]*'/g, '"…"')
      .trim()
  )
}

type Shared = { limits: LogLimits; stream: DestinationStream }

function openLog(): Shared {
  const output = pino.destination({ fd: 1, sync: true, maxLength: 1_000_000 })
  // If standard output is a file on a full disk, only the line is lost: the process must not end.
  output.on('error', () => {})
  const stream = { write: (line: string) => void output.write(shortenLine(line)) }
  const reporter = pino({ name: 'log' }, stream)
  return {
    stream,
    limits: createLogLimits((dropped) => reporter.warn({ dropped }, 'log lines were dropped')),
  }
}

function nameRequest(): { requestId?: string } {
  const requestId = currentRequestId()
  return requestId ? { requestId } : {}
}
