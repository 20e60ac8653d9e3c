import { type RefusalCause, refusalCauses } from '@/lib/oauth/errors'

/** Why the gateway refused a call, as it noted it; null for none, and for what an earlier release wrote. */
export function readCause(hint: string | null): RefusalCause | null {
  return refusalCauses.find((cause) => cause === hint) ?? null
}
