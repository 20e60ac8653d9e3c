import { z } from 'zod'
import { lockSubject, subjectIdOf } from '@/lib/applications/subject'
import { systemActor } from '@/lib/audit/schema'
import { createEnd, runThrottled } from '@/lib/background'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { execute } from '@/lib/commands/execute'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { done, refused } from '@/lib/result'

const day = 24 * 60 * 60 * 1000

/** Of a megabyte each at most: a statement that deletes many would block serving queries. */
const piecesAtOnce = 4
const documentsAtOnce = 20
/** A run begins no further deletion after this time; the next night continues. */
const defaultMilliseconds = 1_800_000

/**
 * Deletes files past their retention, and chunks of uploads that never completed; each for half an hour at most. Run
 * daily.
 * @param report called with the kind and how many were deleted
 * @param signal ends the run: the worker ends
 */
export async function purgeDocuments(
  report: (what: string, count: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  report('upload_chunk', await purgeAbandonedUploads(undefined, signal))
  report('document', await purgeExpiredDocuments(undefined, signal))
}

/**
 * Deletes the chunks of uploads that were interrupted a day ago or earlier (not those that wait to be
 * applied), a few at a time and with pauses.
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
 * Deletes the content of documents whose application was rejected or deleted, or organisation rejected or
 * closed, longer ago than `DOCUMENT_RETENTION_DAYS`, one at a time and with pauses; for a deleted
 * application, documents that reviewers never got go after a day. Their rows, with names and sha256, and the
 * decisions on them are kept.
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
      const input = { documentId: id, ...submission, ...limits }
      const run = () => execute(purgeDocument, { actor: systemActor, input })
      if ((await runThrottled(run, signal)).ok) purged++
    }
    found = expired.length
  }
  return purged
}

type Limits = { before: Date; unseenBefore: Date }
type Whose = { applicationId: string | null; organisationId: string | null }

function findExpired({ before, unseenBefore }: Limits) {
  const deleted = { state: 'deleted', stateChangedAt: { lt: unseenBefore } } as const
  const closed = { state: 'closed', stateChangedAt: { lt: unseenBefore } } as const
  return database().document.findMany({
    where: {
      purgedAt: null,
      OR: [
        {
          submission: {
            application: { state: { in: ['rejected', 'deleted'] }, stateChangedAt: { lt: before } },
          },
        },
        {
          submission: {
            organisation: { state: { in: ['rejected', 'closed'] }, stateChangedAt: { lt: before } },
          },
        },
        { submittedAt: null, submission: { OR: [{ application: deleted }, { organisation: closed }] } },
      ],
    },
    select: { id: true, submission: { select: { applicationId: true, organisationId: true } } },
    take: documentsAtOnce,
  })
}

/** Refused without deleting when its subject was reopened since its document was found. */
const purgeDocument = command({
  right: 'system',
  input: z.custom<Whose & Limits & { documentId: string }>(),
  audit: 'document.purged',
  async run({ transaction, input: { documentId, before, unseenBefore, ...whose }, record }) {
    const subjectId = subjectIdOf(whose)
    await lockSubject(transaction, subjectId)
    const expired = await transaction.$queryRaw<unknown[]>`
      SELECT FROM document d JOIN submission s ON s.id = d.submission_id JOIN (
        SELECT id, state::text, state_changed_at FROM application
        UNION ALL SELECT id, state::text, state_changed_at FROM organisation
      ) a ON a.id IN (s.application_id, s.organisation_id)
      WHERE a.id = ${subjectId}::uuid AND d.id = ${documentId}::uuid
        AND (a.state IN ('rejected', 'deleted', 'closed') AND a.state_changed_at < ${before}
          OR a.state IN ('deleted', 'closed') AND a.state_changed_at < ${unseenBefore}
            AND d.submitted_at IS NULL)`
    if (expired.length === 0) return refused('reopened')
    await transaction.documentChunk.deleteMany({ where: { documentId } })
    await transaction.document.updateMany({ where: { id: documentId }, data: { purgedAt: now() } })
    const key = whose.applicationId ? 'applicationId' : 'organisationId'
    record({ type: 'document', id: documentId }, { [key]: subjectId })
    return done(undefined)
  },
})
