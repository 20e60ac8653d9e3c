import { remember } from '@/lib/remember'

/** Why a sign-in is refused; `unknown_address` where there is no account. */
const refusalReasons = [
  'password',
  'suspended',
  'provider_only',
  'code',
  'passkey',
  'unknown_address',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** Counts every refused sign-in of this process; those that are recorded are limited in number. */
export function countRefusedSignIn(why: RefusalReason): void {
  const counts = getRefusalCounts()
  counts.set(why, (counts.get(why) ?? 0) + 1)
}

/** Preset: an alert rule sees no increase in a counter that first appears with its first refusal. */
export function getRefusalCounts(): Map<RefusalReason, number> {
  return remember('guichetRefusals', () => new Map(refusalReasons.map((why) => [why, 0])))
}
