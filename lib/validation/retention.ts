import { recordAudit } from '@/lib/audit/commands'
import { systemActor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'

const day = 24 * 60 * 60 * 1000

const piecesAtOnce = 500

/** Removes the pieces of uploads that were broken off by a crash a day ago or earlier, some at a time. */
export async function purgeAbandonedUploads(): Promise<void> {
  const before = new Date(now().getTime() - day).toISOString()
  for (let removed = piecesAtOnce; removed === piecesAtOnce; )
    removed = await database().$executeRaw`
      DELETE FROM upload_chunk WHERE (upload_id, sequence) IN (
        SELECT upload_id, sequence FROM upload_chunk WHERE created_at < ${before}::timestamptz LIMIT ${piecesAtOnce})`
}

/**
 * Removes the content of documents whose application was rejected or deleted longer ago than
 * `DOCUMENT_RETENTION_DAYS`. Their rows, with names and sha256, and the decisions on them stay.
 * @returns how many documents lost their content
 */
export async function purgeExpiredDocuments(): Promise<number> {
  const before = new Date(now().getTime() - getSettings().DOCUMENT_RETENTION_DAYS * day)
  const expired = await database().document.findMany({
    where: {
      purgedAt: null,
      submission: { application: { state: { in: ['rejected', 'deleted'] }, stateChangedAt: { lt: before } } },
    },
    select: { id: true, submission: { select: { applicationId: true } } },
    take: 1000,
  })
  for (const { id, submission } of expired) await purge(id, submission.applicationId)
  return expired.length
}

async function purge(documentId: string, applicationId: string): Promise<void> {
  await database().$transaction(async (transaction) => {
    await transaction.documentChunk.deleteMany({ where: { documentId } })
    await transaction.document.updateMany({ where: { id: documentId }, data: { purgedAt: now() } })
    const subject = { type: 'document', id: documentId } as const
    await recordAudit(transaction, systemActor, 'document.purged', subject, { applicationId })
  })
}
