import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import type { Reviewer } from './decide'

/** What a reviewer has typed into the form of a decision, by the names of its fields. */
type DraftFields = Record<string, string>

/**
 * Keeps what a reviewer has typed while they prove that it is them, in place of what was kept before. It is no step of
 * the validation, so it leaves no audit row. Nothing is kept where there is nothing to decide.
 * @param version the version of the submission that the form showed
 */
export async function keepDraft(
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
 * What a reviewer had typed. Of a draft for a version that the developer has since replaced (`outdated`) only the reason
 * is left: the rest was said of documents that are no longer these.
 */
export async function findDraft(
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
