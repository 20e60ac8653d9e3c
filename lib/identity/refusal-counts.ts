/** Why a sign-in is refused. */
const refusalReasons = ['password', 'suspended', 'provider_only', 'code', 'passkey'] as const
export type RefusalReason = (typeof refusalReasons)[number]

type Counted = RefusalReason | 'unknown_address'
// On globalThis: Next evaluates this module again for its routes.
const holder = globalThis as { guichetRefusals?: Map<Counted, number> }

/** Counts every refused sign-in of this process; those that are recorded are limited in number. */
export function countRefusedSignIn(why: Counted): void {
  counts().set(why, (counts().get(why) ?? 0) + 1)
}

export function countRefusedSignIns(): ReadonlyMap<Counted, number> {
  return counts()
}

/** Preset: an alert rule sees no increase in a counter that first appears with its first refusal. */
function counts(): Map<Counted, number> {
  holder.guichetRefusals ??= new Map([...refusalReasons, 'unknown_address' as const].map((why) => [why, 0]))
  return holder.guichetRefusals
}
