import { recordAudit } from '@/lib/audit/commands'
import { systemActor } from '@/lib/audit/schema'
import { createEnd, runThrottled } from '@/lib/background'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'

const day = 24 * 60 * 60 * 1000

/** Of a megabyte each at most: a statement that deletes many would block serving queries. */
const piecesAtOnce = 4
const documentsAtOnce = 20
/** A run begins no further deletion after this time; the next night continues. */
const defaultMilliseconds = 1_800_000

/**
 * Deletes the chunks of uploads that were interrupted a day ago or earlier (not those that wait to be applied), a few at a time and with pauses.
 * @param signal ends the run after the current statement
 * @returns how many chunks were deleted
 */
export async function purgeAbandonedUploads(
  milliseconds = defaultMilliseconds,
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(now().getTime() - day).toISOString()
  const isOver = createEnd(milliseconds, signal)
  let total = 0
  for (let removed = piecesAtOnce; removed === piecesAtOnce && !isOver(); total += removed)
    removed = await runThrottled(
      () => database().$executeRaw`
        DELETE FROM upload_chunk WHERE (upload_id, sequence) IN (
          SELECT upload_id, sequence FROM upload_chunk
          WHERE created_at < ${before}::timestamptz AND NOT EXISTS (
            SELECT FROM account_import waiting
            WHERE waiting.upload_id = upload_chunk.upload_id AND waiting.state IN ('waiting', 'running'))
          LIMIT ${piecesAtOnce})`,
      signal,
    )
  return total
}

/**
 * Deletes the content of documents whose application was rejected or deleted longer ago than `DOCUMENT_RETENTION_DAYS`,
 * one at a time and with pauses; for a deleted application, documents that reviewers never got go after a day. Their
 * rows, with names and sha256, and the decisions on them are kept.
 * @param signal ends the run after the current document
 * @returns how many documents lost their content
 */
export async function purgeExpiredDocuments(
  milliseconds = defaultMilliseconds,
  signal?: AbortSignal,
): Promise<number> {
  const limits = {
    before: new Date(now().getTime() - getSettings().DOCUMENT_RETENTION_DAYS * day),
    unseenBefore: new Date(now().getTime() - day),
  }
  const isOver = createEnd(milliseconds, signal)
  let purged = 0
  for (let found = documentsAtOnce; found === documentsAtOnce && !isOver(); ) {
    const expired = await runThrottled(() => findExpired(limits), signal)
    for (const { id, submission } of expired) {
      if (isOver()) return purged
      if (await runThrottled(() => purge(id, submission.applicationId, limits), signal)) purged++
    }
    found = expired.length
  }
  return purged
}

type Limits = { before: Date; unseenBefore: Date }

function findExpired({ before, unseenBefore }: Limits) {
  const deleted = { state: 'deleted', stateChangedAt: { lt: unseenBefore } } as const
  return database().document.findMany({
    where: {
      purgedAt: null,
      OR: [
        {
          submission: {
            application: { state: { in: ['rejected', 'deleted'] }, stateChangedAt: { lt: before } },
          },
        },
        { submittedAt: null, submission: { application: deleted } },
      ],
    },
    select: { id: true, submission: { select: { applicationId: true } } },
    take: documentsAtOnce,
  })
}

/** Returns false without deleting when the application was reopened since its document was found. */
async function purge(documentId: string, applicationId: string, limits: Limits): Promise<boolean> {
  return database().$transaction(async (transaction) => {
    const expired = await transaction.$queryRaw<unknown[]>`
      SELECT a.id FROM application a JOIN submission s ON s.application_id = a.id JOIN document d ON d.submission_id = s.id
      WHERE a.id = ${applicationId}::uuid AND d.id = ${documentId}::uuid
        AND (a.state IN ('rejected', 'deleted') AND a.state_changed_at < ${limits.before}
          OR a.state = 'deleted' AND a.state_changed_at < ${limits.unseenBefore} AND d.submitted_at IS NULL)
      FOR NO KEY UPDATE OF a`
    if (expired.length === 0) return false
    await transaction.documentChunk.deleteMany({ where: { documentId } })
    await transaction.document.updateMany({ where: { id: documentId }, data: { purgedAt: now() } })
    const subject = { type: 'document', id: documentId } as const
    await recordAudit(transaction, systemActor, 'document.purged', subject, { applicationId })
    return true
  })
}
