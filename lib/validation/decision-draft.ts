import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import type { Reviewer } from './decide'

/** A reviewer's input in the decision form, by field name. */
type DraftFields = Record<string, string>

/**
 * Keeps a reviewer's input while they confirm their identity, replacing the previous draft. It is not a step of the
 * validation, so it writes no audit row. Nothing is kept if there is nothing to decide.
 * @param version the version of the submission that the form showed
 */
export async function keepDecisionDraft(
  { submissionId, version, fields }: { submissionId: string; version: number; fields: DraftFields },
  { id: reviewerId }: Reviewer,
): Promise<void> {
  const where = { id: submissionId, state: 'in_validation' } as const
  if ((await database().submission.count({ where })) === 0) return
  const data = { fields, submissionVersion: version, savedAt: now() }
  await database().decisionDraft.upsert({
    where: { submissionId_reviewerId: { submissionId, reviewerId } },
    create: { submissionId, reviewerId, ...data },
    update: data,
  })
}

/**
 * A reviewer's draft. If the developer has since replaced that version (`outdated`), only the reason is returned: the
 * rest was about documents that have changed.
 */
export async function findDecisionDraft(
  { id: submissionId, version }: { id: string; version: number },
  reviewerId: string,
): Promise<{ fields: DraftFields; outdated: boolean } | null> {
  const draft = await database().decisionDraft.findUnique({
    where: { submissionId_reviewerId: { submissionId, reviewerId } },
  })
  if (!draft) return null
  const fields = draft.fields as DraftFields
  const outdated = draft.submissionVersion !== version
  return { outdated, fields: outdated ? { reason: fields.reason ?? '' } : fields }
}
