type Version = {
  id: string
  requirementId: string
  version: number
  sha256: Uint8Array
  submittedAt: Date | null
  replacedAt: Date | null
}

/**
 * The file of the same submission that a document repeats byte for byte: an earlier version of the same document that
 * reviewers got, or else the current version of another document.
 * @param documents all versions of the submission
 */
export function findIdentical<Document extends Version>(
  document: Document,
  documents: readonly Document[],
): Document | null {
  const same = documents.filter(
    (each) => each.id !== document.id && Buffer.from(each.sha256).equals(document.sha256),
  )
  const earlier = same.find(
    ({ requirementId, version, submittedAt }) =>
      requirementId === document.requirementId && version < document.version && submittedAt,
  )
  const elsewhere = same.find(
    ({ requirementId, replacedAt }) => requirementId !== document.requirementId && !replacedAt,
  )
  return earlier ?? elsewhere ?? null
}
