import pino, { type DestinationStream } from 'pino'
import { getSettings } from './env'
import { isUuid } from './ids'
import { onShutdown } from './process'
import { withTimeout } from './timeout'

/** One response, as the access log has it. Paths are without query strings, links of e-mails and phone numbers. */
export type LoggedAccess = {
  requestId: string
  method: string
  path: string
  /** null if the caller left before it */
  status: number | null
  /** milliseconds until the response was written */
  ms: number
  address: string
  applicationId?: string | null
  errorCode?: string | null
}

export type AccessLog = (access: LoggedAccess) => void

const maxPath = 200
/** Proxies and supervisors request them every second or two. */
const probes = new Set(['/healthz', '/readyz'])
/**
 * Pages by a link: what follows in the path signs someone in, changes an account, or shows what only its readers may
 * see.
 */
const linked =
  /^(\/(?:activate|certificate|change-email(?:\/undo)?|invitation|join|reset-password|sign-in\/browser))\/[^/]+/

/**
 * Creates the access log of a process, which writes a JSON line for each response except those of probes: not
 * limited in number, as other logs are, and in batches, so that calls do not wait for it.
 * @param name of the process, as in its other lines
 * @param output standard output unless a test replaces it
 * @returns undefined unless `ACCESS_LOG` is on
 */
export function createAccessLog(name: string, output = openOutput): AccessLog | undefined {
  if (!getSettings().ACCESS_LOG) return undefined
  const logger = pino({ name, base: { name } }, output())
  return ({ path, ms, ...access }) => {
    if (probes.has(path)) return
    const shown = hideNumbers(hideLink(path)).slice(0, maxPath)
    logger.info({ ...access, path: shown, ms: Math.round(ms * 10) / 10 }, 'access')
  }
}

/** A path without the phone numbers that it may contain. Ids keep their digits. */
export function hideNumbers(path: string): string {
  if (!/\d{6}/.test(path)) return path
  const parts = path.split('/').map((part) => (isUuid(part) ? part : part.replace(/\d{6,}/g, '{msisdn}')))
  return parts.join('/')
}

function hideLink(path: string): string {
  return path.replace(linked, '$1/[link]')
}

/** In writes of a page, which reach a pipe whole: other lines of this process go to the same one. */
function openOutput(): DestinationStream {
  const output = pino.destination({
    fd: 1,
    sync: false,
    minLength: 2048,
    maxWrite: 4096,
    periodicFlush: 1000,
    maxLength: 16_000_000,
  })
  // On a full disk, or if no one reads it, only lines are lost.
  output.on('error', () => {})
  // pino calls it at the end of the process, and on a full disk it tries again for ever.
  output.flushSync = () => {}
  let ended = false
  onShutdown(() => {
    ended = true
    return withTimeout(1000, () => endOf(output)).catch(() => {})
  })
  return { write: (line) => void (ended || output.write(line)) }
}

function endOf(output: ReturnType<typeof pino.destination>): Promise<void> {
  return new Promise((resolve) => {
    output.once('close', resolve).once('error', resolve)
    output.end()
  })
}
