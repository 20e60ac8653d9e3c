import type { Weight } from './first-load'

/** A page with its limit, bytes above an empty page; null if there is none. */
export type Judged = Weight & { above: number; limit: number | null }

const publicLimit = 15_000
const signedInLimit = 60_000

/** Public pages, by the beginning of their URL. All others are for signed-in people. */
const open =
  /^\/(?:$|docs|status|sign-|activate|forgot-password|reset-password|invitation|change-email|_not-found)/

/** The reference may need more than reading does. */
const excepted = '/docs/reference'

export function judge(weight: Weight, empty: number): Judged {
  const limit = weight.page === excepted ? null : open.test(weight.page) ? publicLimit : signedInLimit
  return { ...weight, above: weight.bytes - empty, limit }
}
