import { recordAudit } from '@/lib/audit/commands'
import type { Actor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { done, type Result, refused } from '@/lib/result'
import { chunkBytes } from './content'
import { type LockedSubmission, lockOwnSubmission } from './locked-submission'
import { discardStaged, type StagedDocument } from './stage'

type Place = { applicationId: string; requirementId: string }

/**
 * Puts a staged file in its place on the developer's open submission. A former version is kept, marked as replaced,
 * and a verdict on it no longer counts. When refused, the staged pieces are dropped.
 * @throws Error when pieces of the file are gone since it was staged: nothing is acknowledged then
 * @returns the document, or `not_yours` (no such application, or requirement of it), `closed` (not theirs to change now)
 */
export async function attachDocument(
  staged: StagedDocument,
  { applicationId, requirementId }: Place,
  actor: Actor & { id: string },
): Promise<Result<{ id: string; uploadedAt: Date }, 'not_yours' | 'closed'>> {
  const result = await database().$transaction(async (transaction) => {
    const submission = await lockOwnSubmission(transaction, applicationId, actor.id)
    const known = submission?.requirements.some((each) => each.requirementId === requirementId)
    if (!submission || !known) return refused('not_yours')
    if (submission.state !== 'draft' && submission.state !== 'changes_requested') return refused('closed')
    const uploadedAt = now()
    const version = await replaceFormer(transaction, submission, requirementId, uploadedAt)
    await insertDocument(transaction, staged, {
      submissionId: submission.id,
      requirementId,
      version,
      uploadedAt,
    })
    await recordAudit(
      transaction,
      actor,
      'document.uploaded',
      { type: 'document', id: staged.id },
      {
        applicationId,
        requirementId,
        version,
        sha256: staged.sha256.toString('hex'),
      },
    )
    return done({ id: staged.id, uploadedAt })
  })
  if (!result.ok) await discardStaged(staged.id)
  return result
}

/** Marks the current version as replaced; returns the number of the next. */
async function replaceFormer(
  transaction: Transaction,
  { id: submissionId }: LockedSubmission,
  requirementId: string,
  at: Date,
): Promise<number> {
  await transaction.document.updateMany({
    where: { submissionId, requirementId, replacedAt: null },
    data: { replacedAt: at },
  })
  await transaction.submissionRequirement.update({
    where: { submissionId_requirementId: { submissionId, requirementId } },
    data: { verdict: null, verdictReason: null },
  })
  return 1 + (await transaction.document.count({ where: { submissionId, requirementId } }))
}

async function insertDocument(
  transaction: Transaction,
  { id, keyId, sha256, name, kind, size, scan }: StagedDocument,
  place: { submissionId: string; requirementId: string; version: number; uploadedAt: Date },
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
  // They wait in an unlogged table, which a crash of the database, or a failover, empties.
  if (moved !== Math.ceil(size / chunkBytes)) throw new Error('the pieces of the file were lost on their way')
  await transaction.$executeRaw`DELETE FROM upload_chunk WHERE upload_id = ${id}::uuid`
}
