import type { Weight } from './first-load'

/** A page with its limit, bytes above an empty page. */
export type Judged = Weight & { above: number; limit: number }

// With what shows that a form was lost, which could not be loaded by then (decision 68), but without the dialog of a
// confirmation, which is loaded when a form first asks. The reference, whose calls are forms, is the
// heaviest.
const publicLimit = 16_200
const signedInLimit = 60_000

/** Public pages, by the beginning of their URL. All others are for signed-in people. */
const open =
  /^\/(?:$|docs|status|sign-|activate|forgot-password|reset-password|invitation|change-email|_not-found)/

export function judge(weight: Weight, empty: number): Judged {
  const limit = open.test(weight.page) ? publicLimit : signedInLimit
  return { ...weight, above: weight.bytes - empty, limit }
}
