import { type RefusalCause, refusalCauses } from '@/lib/oauth/errors'

/** The gateway's recorded reason for refusing a call; null for none, and for those of earlier releases. */
export function readCause(hint: string | null): RefusalCause | null {
  return refusalCauses.find((cause) => cause === hint) ?? null
}
