import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { isUsualTime, now } from '@/lib/clock'
import { database } from '@/lib/database'
import { requireShown } from '@/lib/shown'
import { removeMarks } from '@/lib/text-input'
import { lockOwnSubmission } from './locked-submission'
import { type DateProblem, isToBeSent, shownAs } from './schema'

/** A day that was typed for the document of a requirement, as `YYYY-MM-DD`; empty for none. */
type Typed = { requirementId: string; value: string }

/**
 * Sets the last days of the current documents of an organisation's open submission; a requirement without a
 * document is left out. An acceptance no longer counts for a document with another last day.
 * @throws ChangedMeanwhile when the form showed other documents, or days
 * @returns those that were refused: `date_wrong` (no day of the calendar), `date_past` (over already)
 */
export async function setValidity(
  subjectId: string,
  typed: readonly Typed[],
  owner: Owner,
): Promise<{ requirementId: string; reason: DateProblem }[]> {
  const read = typed.map(({ requirementId, value }) => ({ requirementId, ...readDay(value) }))
  const days = read.filter((each) => !('reason' in each))
  await database().$transaction(async (transaction) => {
    const submission = await lockOwnSubmission(transaction, subjectId, owner.id)
    if (!submission || !isToBeSent(submission.state)) return
    requireShown(submission.documents.map(shownNow).sort())
    for (const { requirementId, day = null } of days) {
      const document = submission.documents.find((each) => each.requirementId === requirementId)
      if (!document || document.validUntil?.getTime() === day?.getTime()) continue
      await transaction.document.update({ where: { id: document.id }, data: { validUntil: day } })
      const accepted = { submissionId: submission.id, requirementId, verdict: 'accepted' }
      await transaction.submissionRequirement.updateMany({ where: accepted, data: { verdict: null } })
      const subject = { type: 'document', id: document.id } as const
      const detail = { organisationId: subjectId, validUntil: day?.toISOString().slice(0, 10) ?? null }
      await recordAudit(transaction, owner, 'document.validity_set', subject, detail)
    }
  })
  return read.flatMap(({ requirementId, reason }) => (reason ? [{ requirementId, reason }] : []))
}

/** What a form that shows this document has of it. */
export function shownNow({ id, validUntil }: { id: string; validUntil: Date | null }): string {
  return shownAs(id, validUntil?.toISOString().slice(0, 10))
}

function readDay(typed: string): { day?: Date | null; reason?: DateProblem } {
  const value = removeMarks(typed).trim()
  if (value === '') return { day: null }
  const day = new Date(`${value}T00:00:00Z`)
  const exists = /^\d{4}-\d\d-\d\d$/.test(value) && day.toJSON()?.startsWith(value)
  if (!exists || !isUsualTime(day)) return { reason: 'date_wrong' }
  return isOver(day) ? { reason: 'date_past' } : { day }
}

/** Whether a last day, at midnight in UTC, is over: on that day, a document is still valid. */
export function isOver(day: Date): boolean {
  return day < new Date(now().toISOString().slice(0, 10))
}
