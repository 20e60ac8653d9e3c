import { isUuid } from '@/lib/ids'
import { longestReason, type Verdict } from '@/lib/validation/schema'

/**
 * The verdicts of a decision form: `verdict-<requirement>` and `because-<requirement>`.
 * @returns the verdicts, and the requirements that are to be replaced without a word on why
 */
export function readVerdicts(form: FormData): { verdicts: Verdict[]; unexplained: string[] } {
  const verdicts: Verdict[] = []
  for (const [field, value] of form) {
    const requirementId = field.replace(/^verdict-/, '')
    if (requirementId === field || !isUuid(requirementId)) continue
    if (value !== 'accepted' && value !== 'replace') continue
    const reason = String(form.get(`because-${requirementId}`) ?? '')
      .trim()
      .slice(0, longestReason)
    verdicts.push({ requirementId, verdict: value, reason: value === 'replace' ? reason : null })
  }
  const unexplained = verdicts.filter(({ verdict, reason }) => verdict === 'replace' && !reason)
  return { verdicts, unexplained: unexplained.map(({ requirementId }) => requirementId) }
}

/** What a reviewer typed or chose in a decision form, by the names of its fields. */
export function typedFields(form: FormData): Record<string, string> {
  const kept = [...form].filter(([field]) =>
    /^(reason|access|msisdns|(verdict|because)-[0-9a-f-]{36})$/.test(field),
  )
  return Object.fromEntries(kept.map(([field, value]) => [field, String(value)]))
}
