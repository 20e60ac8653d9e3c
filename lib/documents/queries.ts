import { isToBeSent } from '@/lib/applications/states'
import { ofSubjectOpenTo } from '@/lib/applications/subject'
import { database } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import { checkVersions, findUploadWindowEnd, type UploadPlace } from './limits'
import type { UploadRefusal } from './schema'

/** The fields of a document that pages show. */
export const documentFields = {
  id: true,
  requirementId: true,
  version: true,
  name: true,
  kind: true,
  size: true,
  scan: true,
  uploadedAt: true,
  submittedAt: true,
  replacedAt: true,
  purgedAt: true,
  encryptionKeyId: true,
  validUntil: true,
} as const

/** A document of this developer's application or organisation; null for anyone else's. */
export async function findOwnDocument(subjectId: string, documentId: string, developerId: string) {
  if (!isUuid(subjectId) || !isUuid(documentId)) return null
  return database().document.findFirst({
    where: {
      id: documentId,
      purgedAt: null,
      submission: ofSubjectOpenTo(subjectId, developerId, 'documents'),
    },
    select: documentFields,
  })
}

/** A version that reviewers got. Later uploads are visible to the applicant alone until they submit again. */
export async function findSubmittedDocument(submissionId: string, documentId: string) {
  if (!isUuid(submissionId) || !isUuid(documentId)) return null
  return database().document.findFirst({
    where: { id: documentId, purgedAt: null, submissionId, submittedAt: { not: null } },
    select: documentFields,
  })
}

/** The data that an upload to this requirement is checked against; null when it is not this developer's to change. */
export async function findUploadPlaces(subjectId: string, developerId: string) {
  if (!isUuid(subjectId)) return null
  const submission = await database().submission.findFirst({
    where: ofSubjectOpenTo(subjectId, developerId, 'documents'),
    orderBy: { number: 'desc' },
    include: { requirements: true },
  })
  if (!submission) return null
  const type = submission.applicationId ? ('application' as const) : ('organisation' as const)
  return { type, open: isToBeSent(submission.state), requirements: submission.requirements }
}

/** When a file that was refused for a while can be sent again; null if it can be now, or if waiting does not help. */
export async function findRetryTime(
  reason: UploadRefusal,
  place: UploadPlace,
  developerId: string,
): Promise<Date | null> {
  if (reason === 'hourly_limit') return findUploadWindowEnd(developerId)
  if (reason !== 'replaced_often') return null
  const versions = await database().document.findMany({
    where: { submissionId: place.submissionId, requirementId: place.requirementId },
    select: { submittedAt: true, uploadedAt: true },
  })
  const refusal = checkVersions(versions)
  return refusal && 'until' in refusal ? refusal.until : null
}

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
