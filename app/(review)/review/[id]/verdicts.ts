import { getLocale, getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { localised } from '@/i18n/locale'
import { isUuid } from '@/lib/ids'
import { readMsisdns } from '@/lib/validation/account-access'
import { listUnjudged } from '@/lib/validation/checklist'
import type { DecisionInput } from '@/lib/validation/decide'
import { findReview } from '@/lib/validation/queries'
import {
  cleanText,
  type decisionSchema,
  maxReasonLength,
  type Ticks,
  type Verdict,
} from '@/lib/validation/schema'

type Decision = z.output<typeof decisionSchema>
type Read = { ok: true; value: DecisionInput } | { ok: false; errors: Record<string, string> }

/** The decision in a form whose own fields are right, or what is wrong with its verdicts and its list of accounts. */
export async function readDecision(
  { access, msisdns, ...input }: Decision,
  form: FormData,
  reviewerId: string,
): Promise<Read> {
  const { verdicts } = readVerdicts(form)
  const listed = access === 'listed' && input.outcome === 'approved' ? readMsisdns(msisdns) : null
  const errors =
    input.outcome === 'approved'
      ? await findUnjudged(input.submissionId, verdicts, reviewerId)
      : await findUnexplained(form)
  if (listed && !listed.ok) {
    const t = await getTranslations('review.errors')
    errors.msisdns = t(`msisdns_${listed.reason}`, { entry: 'entry' in listed ? listed.entry : '' })
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const accounts = listed?.ok ? listed.value : access === 'all' ? 'all' : 'unchanged'
  return { ok: true, value: { ...input, verdicts, ticks: readTicks(form), access: accounts } }
}

/** What is wrong with the verdicts of an approval: required documents without one, by name. */
export async function findUnjudged(submissionId: string, verdicts: Verdict[], reviewerId: string) {
  const t = await getTranslations('review.documents')
  const locale = await getLocale()
  const submission = (await findReview(submissionId, reviewerId))?.submission
  const missing = new Set(submission && listUnjudged(submission, verdicts))
  const errors: Record<string, string> = {}
  for (const each of submission?.requirements ?? [])
    if (missing.has(each.requirementId))
      errors[`verdict-${each.requirementId}`] = t('verdictMissing', { name: localised(each, 'name', locale) })
  return errors
}

/** What is wrong with the verdicts of a decision that is no approval: documents to be replaced without a reason. */
export async function findUnexplained(form: FormData): Promise<Record<string, string>> {
  if (form.get('outcome') === 'approved') return {}
  const missing = (await getTranslations('review.documents'))('becauseMissing')
  return Object.fromEntries(readVerdicts(form).unexplained.map((id) => [`because-${id}`, missing]))
}

/**
 * The verdicts of a decision form: `verdict-<requirement>` and `because-<requirement>`.
 * @returns the verdicts, and the requirements to be replaced for which no reason was given
 */
function readVerdicts(form: FormData): { verdicts: Verdict[]; unexplained: string[] } {
  const verdicts: Verdict[] = []
  for (const [field, value] of form) {
    const requirementId = field.replace(/^verdict-/, '')
    if (requirementId === field || !isUuid(requirementId)) continue
    if (value !== 'accepted' && value !== 'replace') continue
    const reason = cleanText(String(form.get(`because-${requirementId}`) ?? '')).slice(0, maxReasonLength)
    verdicts.push({ requirementId, verdict: value, reason: value === 'replace' ? reason : null })
  }
  const unexplained = verdicts.filter(({ verdict, reason }) => verdict === 'replace' && !reason)
  return { verdicts, unexplained: unexplained.map(({ requirementId }) => requirementId) }
}

/** The ticked lines of the checklists: `check-<requirement>-<position>`. */
function readTicks(form: FormData): Ticks {
  const ticks: Ticks = {}
  for (const [field] of form) {
    const [, requirementId, position] = /^check-([0-9a-f-]{36})-([0-9]{1,2})$/.exec(field) ?? []
    if (isUuid(requirementId)) ticks[requirementId] = [...(ticks[requirementId] ?? []), Number(position)]
  }
  return ticks
}
