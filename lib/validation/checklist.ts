/** The checklist's data about one requirement of a submission. */
export type ChecklistItem = {
  requirementId: string
  required: boolean
  verdict: string | null
  document: { id: string } | null
}

export type Missing = { requirementId: string; why: 'absent' | 'replace' }

/** The requirements that are left once an application's organisation is verified: it has sent its own documents. */
export function neededOf<Requirement extends { scope: string }>(
  requirements: Requirement[],
  organisation: { state: string } | null,
): Requirement[] {
  if (organisation?.state !== 'verified') return requirements
  return requirements.filter(({ scope }) => scope !== 'organisation')
}

/** The requirements that keep a submission from being sent: documents that are missing or have to be replaced. */
export function findMissing(items: readonly ChecklistItem[]): Missing[] {
  return items.flatMap(({ requirementId, required, verdict, document }): Missing[] => {
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

type Parts<Document> = {
  requirements: { requirementId: string; required: boolean; verdict: string | null }[]
  documents: Document[]
}

/** The checklist of a submission, in the order of its requirements; only current versions count. */
export function checklistOf<
  Document extends { id: string; requirementId: string; replacedAt: Date | null; purgedAt: Date | null },
>({ requirements, documents }: Parts<Document>): (ChecklistItem & { document: Document | null })[] {
  const current = documents.filter(({ replacedAt, purgedAt }) => !replacedAt && !purgedAt)
  return requirements.map(({ requirementId, required, verdict }) => ({
    requirementId,
    required,
    verdict,
    document: current.find((document) => document.requirementId === requirementId) ?? null,
  }))
}
