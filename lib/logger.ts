import { format } from 'node:util'
import pino, { type DestinationStream, type Logger } from 'pino'
import { detach } from './expiring-map'
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
 * request of the portal contain its id. Lines are limited in length and number; a separate line counts
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
      // \u0060 is a backtick, which would open a text for who reads the literals of this file (messages.test.ts).
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character begins a colour
      .replace(/\u001b\[[\d;]*m/g, '')
      .replace(/"[^"\n]*"|\u0060[^\u0060\n]*\u0060|'[^'\n]*'/g, '"…"')
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

/** Maximum characters of a line. */
const maxLine = 8_000
/** Maximum characters of a value in a line that is too long. */
const maxValue = 1_000
const windowMs = 10_000
/** Maximum lines per window: of one kind, and of all kinds without counting the first of each. */
const maxOfKind = 100
const maxOfAll = 500
/** Kinds distinguished within a window; further ones share one count. */
const maxKinds = 200
const kept = ['level', 'time', 'pid', 'hostname', 'name', 'requestId', 'msg']

/** Decides which lines a process may still write within ten seconds. */
type LogLimits = { admits(kind: string): boolean }

/**
 * Limits how much a process logs, so that no one can fill a disk, or push earlier lines out of a rotated file. The
 * first line of a kind is always written.
 * @param report called when a window ends, with the number of dropped lines of each kind
 */
export function createLogLimits(report: (dropped: Record<string, number>) => void): LogLimits {
  const counts = new Map<string, number>()
  const dropped = new Map<string, number>()
  let written = 0
  let timer: NodeJS.Timeout | undefined

  function endWindow(): void {
    clearTimeout(timer)
    timer = undefined
    const lost = Object.fromEntries(dropped)
    counts.clear()
    dropped.clear()
    written = 0
    if (Object.keys(lost).length > 0) report(lost)
  }

  process.once('exit', endWindow)
  return {
    admits(given) {
      timer ??= setTimeout(endWindow, windowMs).unref()
      const kind = counts.has(given) ? given : counts.size < maxKinds ? detach(given) : 'other'
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      const admitted = count === 1 || (count <= maxOfKind && written < maxOfAll)
      // Dropped lines do not count towards the total: thousands of one kind must not silence the others.
      if (admitted) written++
      else dropped.set(kind, (dropped.get(kind) ?? 0) + 1)
      return admitted
    },
  }
}

/** Shortens a JSON line to the maximum: long values are cut, and if that is not sufficient the rest is left out. */
export function shortenLine(line: string): string {
  if (line.length <= maxLine) return line
  const values = JSON.parse(line) as Record<string, unknown>
  for (const [key, value] of Object.entries(values)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (text.length > maxValue) values[key] = text.slice(0, maxValue)
  }
  const shorter = JSON.stringify({ ...values, shortened: line.length })
  if (shorter.length <= maxLine) return `${shorter}\n`
  const few = Object.fromEntries(kept.map((key) => [key, values[key]]))
  return `${JSON.stringify({ ...few, shortened: line.length })}\n`
}

function nameRequest(): { requestId?: string } {
  const requestId = currentRequestId()
  return requestId ? { requestId } : {}
}
