import { recordAudit } from '@/lib/audit/commands'
import { systemActor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { createEnd, unhurried } from '@/lib/rest'

const day = 24 * 60 * 60 * 1000

/** Of a megabyte each at most: a statement over many would hold up what serves. */
const piecesAtOnce = 4
const documentsAtOnce = 20
/** After which a run begins nothing further: what is left goes the next night. */
const defaultMilliseconds = 1_800_000

/**
 * Removes the pieces of uploads that were broken off by a crash a day ago or earlier, some at a time and with rests.
 * @param signal ends the run after the statement under way
 * @returns how many pieces went
 */
export async function purgeAbandonedUploads(
  milliseconds = defaultMilliseconds,
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(now().getTime() - day).toISOString()
  const isOver = createEnd(milliseconds, signal)
  let total = 0
  for (let removed = piecesAtOnce; removed === piecesAtOnce && !isOver(); total += removed)
    removed = await unhurried(
      () => database().$executeRaw`
        DELETE FROM upload_chunk WHERE (upload_id, sequence) IN (
          SELECT upload_id, sequence FROM upload_chunk
          WHERE created_at < ${before}::timestamptz LIMIT ${piecesAtOnce})`,
      signal,
    )
  return total
}

/**
 * Removes the content of documents whose application was rejected or deleted longer ago than
 * `DOCUMENT_RETENTION_DAYS`, one after the other and with rests. Their rows, with names and sha256, and the decisions on
 * them stay.
 * @param signal ends the run after the document under way
 * @returns how many documents lost their content
 */
export async function purgeExpiredDocuments(
  milliseconds = defaultMilliseconds,
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(now().getTime() - getSettings().DOCUMENT_RETENTION_DAYS * day)
  const isOver = createEnd(milliseconds, signal)
  let purged = 0
  for (let found = documentsAtOnce; found === documentsAtOnce && !isOver(); ) {
    const expired = await unhurried(() => findExpired(before), signal)
    for (const { id, submission } of expired) {
      if (isOver()) return purged
      if (await unhurried(() => purge(id, submission.applicationId, before), signal)) purged++
    }
    found = expired.length
  }
  return purged
}

function findExpired(before: Date) {
  return database().document.findMany({
    where: {
      purgedAt: null,
      submission: { application: { state: { in: ['rejected', 'deleted'] }, stateChangedAt: { lt: before } } },
    },
    select: { id: true, submission: { select: { applicationId: true } } },
    take: documentsAtOnce,
  })
}

/** False, and nothing is removed, when the application was opened again since its document was found. */
async function purge(documentId: string, applicationId: string, before: Date): Promise<boolean> {
  return database().$transaction(async (transaction) => {
    const expired = await transaction.$queryRaw<unknown[]>`
      SELECT id FROM application
      WHERE id = ${applicationId}::uuid AND state IN ('rejected', 'deleted') AND state_changed_at < ${before}
      FOR NO KEY UPDATE`
    if (expired.length === 0) return false
    await transaction.documentChunk.deleteMany({ where: { documentId } })
    await transaction.document.updateMany({ where: { id: documentId }, data: { purgedAt: now() } })
    const subject = { type: 'document', id: documentId } as const
    await recordAudit(transaction, systemActor, 'document.purged', subject, { applicationId })
    return true
  })
}
