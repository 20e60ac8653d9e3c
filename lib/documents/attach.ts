import { z } from 'zod'
import { isToBeSent } from '@/lib/applications/states'
import { columnsOf, subjectIdOf } from '@/lib/applications/subject'
import type { Owner } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { execute } from '@/lib/commands/execute'
import type { Transaction } from '@/lib/database'
import { done, type Result, refused } from '@/lib/result'
import { chunkBytes } from './content'
import { checkVersions, fitsSubmission, type UploadPlace, type VersionRefusal } from './limits'
import { type LockedSubmission, ownSubmission } from './locked-submission'
import { discardStaged, type StagedDocument } from './stage'
import { versionedDocument } from './validity'

type AttachRefusal = 'not_yours' | 'closed' | 'changed' | 'submission_full' | VersionRefusal['reason']
type Attached = Result<{ id: string; uploadedAt: Date }, AttachRefusal>

/**
 * Attaches a staged file to the developer's open submission. If that is refused or fails, the staged chunks are
 * deleted.
 * @param place `subjectId` is that of an application or an organisation
 * @param shown the version of what the form showed, if it showed anything
 * @throws Error when chunks of the file were lost since it was staged: nothing is acknowledged then
 * @returns the document, or `not_yours` (no such application or organisation, or requirement of it), `closed` (not
 *   theirs to change now), `changed` (the form showed another file, or none), `submission_full`
 *   (`SUBMISSION_MAX_MIB`), `too_many_versions` or `replaced_often` (`DOCUMENT_MAX_VERSIONS`)
 */
export async function attachDocument(
  staged: StagedDocument,
  { subjectId, requirementId }: { subjectId: string; requirementId: string },
  actor: Owner,
  shown?: string | null,
): Promise<Attached> {
  const input = { staged, requirementId }
  const request = { actor, target: subjectId, input, expectedVersion: shown }
  const result = await execute(attach, request).catch(async (error) => {
    // Left behind, they would count towards the submission's limit for an hour.
    await discardStaged(staged.id)
    throw error
  })
  if (!result.ok || result.value.id !== staged.id) await discardStaged(staged.id)
  if (result.ok) return result
  if (result.reason === 'version_conflict') return refused('changed')
  return result.reason === 'not_found' ? refused('not_yours') : refused(result.reason as AttachRefusal)
}

/**
 * The previous version is marked as replaced, and its verdict no longer counts; if reviewers never got that version,
 * its content is deleted. A file that is the current version already, which reviewers never got, is none of its own:
 * one that is sent twice is stored once.
 */
const attach = command({
  on: ownSubmission,
  right: 'documents',
  input: z.custom<{ staged: StagedDocument; requirementId: string }>(),
  audit: 'document.uploaded',
  version({ submission, input }) {
    const current = findCurrent(submission, input)
    if (isSame(current, input.staged)) return undefined
    return current ? versionedDocument(current) : ''
  },
  async run({ transaction, submission, input: { staged, requirementId }, record }) {
    const known = submission.requirements.some((each) => each.requirementId === requirementId)
    if (!known) return refused('not_yours')
    if (!isToBeSent(submission.state)) return refused('closed')
    const current = findCurrent(submission, { requirementId })
    if (isSame(current, staged)) return done({ id: current.id, uploadedAt: current.uploadedAt })
    const place = { submissionId: submission.id, requirementId }
    const limit = await findLimit(transaction, place, staged.size)
    if (limit) return refused(limit)
    const uploadedAt = now()
    const version = await replacePrevious(transaction, place, uploadedAt)
    await insertDocument(transaction, staged, { ...place, version, uploadedAt })
    const type = submission.application ? 'application' : 'organisation'
    const detail = { requirementId, version, sha256: staged.sha256.toString('hex') }
    const subject = { type: 'document', id: staged.id } as const
    record(subject, { ...columnsOf({ type, id: subjectIdOf(submission) }), ...detail })
    return done({ id: staged.id, uploadedAt })
  },
})

type Current = LockedSubmission['documents'][number]

function findCurrent(
  { documents }: LockedSubmission,
  { requirementId }: { requirementId: string },
): Current | undefined {
  return documents.find((each) => each.requirementId === requirementId)
}

function isSame(current: Current | undefined, { name, sha256 }: StagedDocument): current is Current {
  return !!current && !current.submittedAt && current.name === name && sha256.equals(current.sha256)
}

/** The limit that this file would exceed. The submission is locked, so parallel uploads cannot exceed it together. */
async function findLimit(
  transaction: Transaction,
  place: UploadPlace,
  size: number,
): Promise<AttachRefusal | null> {
  const versions = await transaction.document.findMany({
    where: place,
    select: { submittedAt: true, uploadedAt: true },
  })
  const refusal = checkVersions(versions)
  if (refusal) return refusal.reason
  return (await fitsSubmission(transaction, place, size)) ? null : 'submission_full'
}

/** Marks the current version as replaced, and deletes its content if reviewers never got it; returns the next number */
async function replacePrevious(transaction: Transaction, place: UploadPlace, at: Date): Promise<number> {
  const previous = await transaction.document.findFirst({ where: { ...place, replacedAt: null } })
  if (previous) {
    await transaction.document.update({ where: { id: previous.id }, data: { replacedAt: at } })
    await transaction.$queryRaw`SELECT discard_replaced_document(${previous.id}::uuid)`
  }
  await transaction.submissionRequirement.update({
    where: { submissionId_requirementId: place },
    data: { verdict: null, verdictReason: null },
  })
  return 1 + (await transaction.document.count({ where: place }))
}

async function insertDocument(
  transaction: Transaction,
  { id, keyId, sha256, name, kind, size, scan }: StagedDocument,
  place: UploadPlace & { version: number; uploadedAt: Date },
): Promise<void> {
  const data = {
    id,
    name,
    kind,
    size,
    scan,
    sha256: new Uint8Array(sha256),
    encryptionKeyId: keyId,
    ...place,
  }
  await transaction.document.create({ data })
  const moved = await transaction.$executeRaw`
    INSERT INTO document_chunk (document_id, sequence, ciphertext)
    SELECT upload_id, sequence, ciphertext FROM upload_chunk WHERE upload_id = ${id}::uuid`
  // Staged chunks are in an unlogged table, which is emptied by a crash of the database or a failover.
  if (moved !== Math.ceil(size / chunkBytes))
    throw new Error('chunks of the file were lost before it was attached')
  await transaction.$executeRaw`DELETE FROM upload_chunk WHERE upload_id = ${id}::uuid`
}
