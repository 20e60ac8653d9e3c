import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { requireSetting } from '@/lib/env'

/** Seconds for which a browser stays known without a further sign-in. */
export const deviceCookieSeconds = 180 * 24 * 3600

/** Marks kept per browser, for people who share one or have several accounts. */
const marksKept = 5

/**
 * Marks a browser as known to the developer who has just signed in there (OWASP, "device cookies" against online
 * guessing). A mark is a random number and its HMAC with the developer's id: it identifies no one, cannot be forged,
 * and is valid for no other account. It grants no access; wrong passwords in a marked browser are counted separately
 * from those of strangers.
 * @param kept the browser's previous marks; an existing mark of this developer stays the same
 * @returns marks in characters that a cookie may contain (RFC 6265 §4.1.1), the latest first
 */
export function rememberDevice(kept: string | undefined, developerId: string): string {
  const marks = readMarks(kept)
  const own = marks.find((mark) => isMarkOf(mark, developerId)) ?? makeMark(developerId)
  return [own, ...marks.filter((mark) => mark !== own)].slice(0, marksKept).join('~')
}

/** The random number by which this developer's account knows the browser, or null. */
export function recogniseDevice(kept: string | undefined, developerId: string): string | null {
  const own = readMarks(kept).find((mark) => isMarkOf(mark, developerId))
  return own?.split('.')[0] ?? null
}

function readMarks(kept = ''): string[] {
  return kept
    .split('~')
    .filter((mark) => /^[\w-]{22}\.[\w-]{43}$/.test(mark))
    .slice(0, marksKept)
}

function makeMark(developerId: string): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${sign(nonce, developerId)}`
}

function isMarkOf(mark: string, developerId: string): boolean {
  const [nonce = '', signature = ''] = mark.split('.')
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(nonce, developerId)))
}

function sign(nonce: string, developerId: string): string {
  const key = requireSetting('NEXTAUTH_SECRET')
  return createHmac('sha256', key).update(`device\0${developerId}\0${nonce}`).digest('base64url')
}
