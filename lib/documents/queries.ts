import { openTo } from '@/lib/applications/rights'
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
} as const

/** A document of this developer's application; null for anyone else's. */
export async function findOwnDocument(applicationId: string, documentId: string, developerId: string) {
  if (!isUuid(applicationId) || !isUuid(documentId)) return null
  return database().document.findFirst({
    where: {
      id: documentId,
      purgedAt: null,
      submission: { applicationId, application: openTo(developerId, 'documents') },
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
export async function findUploadPlaces(applicationId: string, developerId: string) {
  if (!isUuid(applicationId)) return null
  const submission = await database().submission.findFirst({
    where: { applicationId, application: { environment: 'production', ...openTo(developerId, 'documents') } },
    orderBy: { number: 'desc' },
    include: { requirements: true },
  })
  if (!submission) return null
  const open = submission.state === 'draft' || submission.state === 'changes_requested'
  return { open, requirements: submission.requirements }
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
