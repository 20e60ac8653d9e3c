import { z } from 'zod'
import { isToBeSent } from '@/lib/applications/states'
import { isUsualTime, now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { done } from '@/lib/result'
import { removeMarks } from '@/lib/text-input'
import { ownSubmission } from './locked-submission'
import { type DateProblem, documentVersion } from './schema'

/** A day that was typed for the document of a requirement, as `YYYY-MM-DD`; empty for none. */
type Typed = { requirementId: string; value: string }

/**
 * Sets the last days of the current documents of an organisation's open submission; a requirement without a
 * document is left out. An acceptance no longer counts for a document with another last day.
 * @returns those that were refused: `date_wrong` (no day of the calendar), `date_past` (over already)
 */
export const setValidity = command({
  on: ownSubmission,
  right: 'documents',
  input: z.custom<readonly Typed[]>(),
  audit: 'document.validity_set',
  version: ({ submission: { documents } }) => documents.map(versionedDocument).sort(),
  async run({ transaction, submission, input, record }) {
    const problems: { requirementId: string; reason: DateProblem }[] = []
    for (const { requirementId, value } of input) {
      const { day = null, reason } = readDay(value)
      if (reason) problems.push({ requirementId, reason })
      const document = submission.documents.find((each) => each.requirementId === requirementId)
      const same = !document || document.validUntil?.getTime() === day?.getTime()
      if (reason || same || !isToBeSent(submission.state)) continue
      await transaction.document.update({ where: { id: document.id }, data: { validUntil: day } })
      const accepted = { submissionId: submission.id, requirementId, verdict: 'accepted' }
      await transaction.submissionRequirement.updateMany({ where: accepted, data: { verdict: null } })
      const detail = {
        organisationId: submission.organisationId,
        validUntil: day?.toISOString().slice(0, 10) ?? null,
      }
      record({ type: 'document', id: document.id }, detail)
    }
    return done(problems)
  },
})

/** What a form that shows this document has of it. */
export function versionedDocument({ id, validUntil }: { id: string; validUntil: Date | null }): string {
  return documentVersion(id, validUntil?.toISOString().slice(0, 10))
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
