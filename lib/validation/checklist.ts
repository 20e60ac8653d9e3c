import type { SubmissionState } from '@/generated/prisma/enums'
import { isToBeSent } from '@/lib/applications/states'
import { getSettings } from '@/lib/env'

/** The checklist's data about one requirement of a submission. */
export type ChecklistItem = {
  requirementId: string
  required: boolean
  verdict: string | null
  document: { id: string } | null
}

export type MissingItem = { requirementId: string; why: 'absent' | 'replace' }

/**
 * Whether this can only be sent for an application of a verified organisation. The operator may require that;
 * a revision of what was approved is excepted.
 */
export function requiresOrganisation({
  applicationId,
  revision,
}: {
  applicationId: string | null
  revision: boolean
}): boolean {
  return getSettings().ORGANISATIONS === 'required' && applicationId !== null && !revision
}

/** A submission, as far as the documents of an organisation depend on it. */
type Relying<Requirement> = Parameters<typeof requiresOrganisation>[0] & {
  state: SubmissionState
  reliesOnId: string | null
  requirements: Requirement[]
}

/**
 * The requirements that are left where an application's organisation sends its own documents. One that is
 * still to be sent counts on an organisation that is verified now, or has to be before it is sent; one that
 * was sent, on the one that it was sent with.
 */
export function neededOf<Requirement extends { scope: string }>(
  submission: Relying<Requirement>,
  organisation: { state: string } | null,
): Requirement[] {
  const { state, reliesOnId, requirements } = submission
  const relies = isToBeSent(state)
    ? organisation?.state === 'verified' || requiresOrganisation(submission)
    : reliesOnId !== null
  return relies ? requirements.filter(({ scope }) => scope !== 'organisation') : requirements
}

/** The requirements that keep a submission from being sent: documents that are missing or have to be replaced. */
export function findMissingItems(items: readonly ChecklistItem[]): MissingItem[] {
  return items.flatMap(({ requirementId, required, verdict, document }): MissingItem[] => {
    if (required && !document) return [{ requirementId, why: 'absent' }]
    return verdict === 'replace' ? [{ requirementId, why: 'replace' }] : []
  })
}

/**
 * Whether a document can stay as it is after changes were requested: it is not to be replaced, not missing, and was not
 * replaced since.
 */
export function isSettled({
  required,
  verdict,
  document,
}: Pick<ChecklistItem, 'required' | 'verdict'> & { document: { submittedAt: Date | null } | null }): boolean {
  if (verdict === 'replace') return false
  return document ? document.submittedAt !== null : !required
}

type CurrentDocument = { id: string; requirementId: string; replacedAt: Date | null; purgedAt: Date | null }

type Parts<Document> = {
  requirements: { requirementId: string; required: boolean; verdict: string | null }[]
  documents: Document[]
}

/**
 * The required documents of a submission on which no verdict is given, by requirement: an approval needs one on each.
 */
export function listUnjudged<Document extends CurrentDocument>(
  submission: Parts<Document>,
  verdicts: readonly { requirementId: string }[],
): string[] {
  const judged = new Set(verdicts.map(({ requirementId }) => requirementId))
  const open = checklistOf(submission).filter((item) => item.required && item.document)
  return open.map(({ requirementId }) => requirementId).filter((id) => !judged.has(id))
}

/** The checklist of a submission, in the order of its requirements; only current versions count. */
export function checklistOf<Document extends CurrentDocument>({
  requirements,
  documents,
}: Parts<Document>): (ChecklistItem & { document: Document | null })[] {
  const current = documents.filter(({ replacedAt, purgedAt }) => !replacedAt && !purgedAt)
  return requirements.map(({ requirementId, required, verdict }) => ({
    requirementId,
    required,
    verdict,
    document: current.find((document) => document.requirementId === requirementId) ?? null,
  }))
}
