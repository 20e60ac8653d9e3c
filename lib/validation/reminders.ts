import { z } from 'zod'
import { Prisma } from '@/generated/prisma/client'
import { listRecipients } from '@/lib/applications/queries'
import { systemActor } from '@/lib/audit/schema'
import { workOnEach } from '@/lib/background'
import { dayMs, now } from '@/lib/clock'
import { command, type Mail } from '@/lib/commands/command'
import { execute } from '@/lib/commands/execute'
import { database, type Transaction } from '@/lib/database'
import { isOver } from '@/lib/documents/validity'
import { getSettings } from '@/lib/env'
import { queueMail } from '@/lib/mail/commands'
import { moveOrganisation } from '@/lib/organisations/move-organisation'
import { findOrganisationTransition } from '@/lib/organisations/states'
import { done, succeed } from '@/lib/result'
import { listTextColumns, localised, type TextColumns } from '@/lib/translations'
import { businessCalendar, hasOpenedBetween } from './business-hours'
import { listOverdue } from './queue'
import { applicantLink, findReviewers, reviewLink } from './recipients'
import { subjectOf } from './submission-subject'

/** Days before the last day of a document at which owners and reviewers are e-mailed. */
const reminderDays = [7, 30, 60] as const

/** A document that a verified organisation was approved with, and that expires within 60 days or has expired. */
type Expiring = TextColumns<'name'> & {
  organisationId: string
  legalName: string
  submissionId: string
  requirementId: string
  /** `YYYY-MM-DD` */
  validUntil: string
}

/**
 * E-mails owners and reviewers about documents of verified organisations that expire in 60, 30 and 7 days,
 * once each, and requests changes of organisations with one that has expired. Each organisation in a separate
 * transaction.
 * @returns how many documents were acted on
 * @throws AggregateError once all have had their turn
 */
export async function handleExpiringDocuments(): Promise<number> {
  let handled = 0
  await workOnEach(await listOrganisationsWithExpiring(), async (input) => {
    handled += await succeed(execute(handleOrganisation, { actor: systemActor, input }))
  })
  return handled
}

const handleOrganisation = command({
  right: 'system',
  notifies: 'owners',
  input: z.object({ organisationId: z.string() }),
  audit: ['organisation.document_expiring', 'organisation.document_expired'],
  async run({ transaction, input: { organisationId }, mail, record }) {
    // Two workers take turns; the second sees what the first has recorded.
    await transaction.$queryRaw`SELECT FROM organisation WHERE id = ${organisationId}::uuid FOR NO KEY UPDATE`
    const documents = await listExpiring(transaction, organisationId)
    const expired = documents.filter(({ validUntil }) => daysUntil(validUntil) < 0)
    const subject = { type: 'organisation', id: organisationId } as const
    if (expired.length > 0) {
      await expire(transaction, expired, mail)
      const requirements = expired.map(({ requirementId }) => requirementId)
      record(subject, { requirements }, 'organisation.document_expired')
      return done(expired.length)
    }
    let sent = 0
    for (const document of documents) {
      const days = await findReminder(transaction, document)
      if (!days) continue
      await tell(transaction, mail, document, false)
      const { requirementId, validUntil } = document
      record(subject, { requirementId, validUntil, days }, 'organisation.document_expiring')
      sent++
    }
    return done(sent)
  },
})

/** Whole days from today to the document's last day, in UTC; negative once it is over. */
function daysUntil(validUntil: string): number {
  const today = Date.parse(now().toISOString().slice(0, 10))
  return (Date.parse(validUntil) - today) / dayMs
}

function horizon(): string {
  return new Date(now().getTime() + reminderDays[2] * dayMs).toISOString().slice(0, 10)
}

function listOrganisationsWithExpiring() {
  return database().$queryRaw<{ organisationId: string }[]>`
    SELECT DISTINCT o.id AS "organisationId"
    FROM organisation o
    JOIN submission s ON s.organisation_id = o.id AND s.state = 'approved'
    JOIN document d ON d.submission_id = s.id AND d.replaced_at IS NULL AND d.purged_at IS NULL
    WHERE o.state = 'verified' AND d.valid_until <= ${horizon()}::date ORDER BY 1`
}

/** Of the submission that was approved last: a later revision is not in force. */
function listExpiring(transaction: Transaction, organisationId: string) {
  return transaction.$queryRaw<Expiring[]>`
    SELECT o.id AS "organisationId", o.legal_name AS "legalName", s.id AS "submissionId",
      r.requirement_id AS "requirementId", ${Prisma.raw(listTextColumns(['name'], 'r.'))},
      to_char(d.valid_until, 'YYYY-MM-DD') AS "validUntil"
    FROM organisation o
    JOIN LATERAL (
      SELECT id FROM submission WHERE organisation_id = o.id AND state = 'approved' ORDER BY number DESC LIMIT 1) s ON true
    JOIN document d ON d.submission_id = s.id AND d.replaced_at IS NULL AND d.purged_at IS NULL
    JOIN submission_requirement r ON r.submission_id = s.id AND r.requirement_id = d.requirement_id
    WHERE o.id = ${organisationId}::uuid AND o.state = 'verified' AND d.valid_until <= ${horizon()}::date
    ORDER BY d.valid_until, r.position`
}

/** The audit log remembers what was sent: a copy of the document in a later submission is not announced again. */
async function findReminder(
  transaction: Transaction,
  { organisationId, requirementId, validUntil }: Expiring,
): Promise<number | null> {
  const days = reminderDays.find((each) => daysUntil(validUntil) <= each)
  if (!days) return null
  const sent = await transaction.$queryRaw<unknown[]>`
    SELECT FROM audit_entry
    WHERE subject_type = 'organisation' AND subject_id = ${organisationId}
      AND action = 'organisation.document_expiring' AND detail->>'requirementId' = ${requirementId}
      AND detail->>'validUntil' = ${validUntil} AND (detail->>'days')::int <= ${days}`
  return sent.length > 0 ? null : days
}

/**
 * Makes it the owners' turn: the newest submission, and so a revision that is open, has to be sent again with another
 * document. A revision that waits for a decision and has no expired document stays in the queue instead, as
 * what verifies the organisation again. The applications continue.
 */
async function expire(transaction: Transaction, expired: Expiring[], mail: Mail): Promise<void> {
  const [{ organisationId } = { organisationId: '' }] = expired
  const newest = await transaction.submission.findFirstOrThrow({
    where: { organisationId },
    orderBy: { number: 'desc' },
    include: { documents: { where: { replacedAt: null, purgedAt: null } } },
  })
  const over = newest.documents.filter(({ validUntil }) => validUntil && isOver(validUntil))
  const waiting = newest.state === 'in_validation' && over.length === 0
  const next = waiting ? 'in_verification' : 'changes_requested'
  const transition = findOrganisationTransition('verified', 'expire', 'system', next)
  if (!transition) throw new Error('unreachable: a verified organisation can always send another document')
  const { from, to } = transition
  const move = { organisationId, submissionId: newest.id, from, to, actor: systemActor }
  await moveOrganisation(transaction, move)
  const unassigned = { assigneeId: null, assignedUntil: null, dueAt: null, remainingMinutes: null }
  await transaction.submission.update({
    where: { id: newest.id },
    data: { revision: false, ...(waiting ? {} : { state: 'changes_requested', ...unassigned }) },
  })
  // Its last day is reason enough, which pages show in the reader's language.
  await transaction.submissionRequirement.updateMany({
    where: { submissionId: newest.id, requirementId: { in: over.map(({ requirementId }) => requirementId) } },
    data: { verdict: 'replace', verdictReason: null },
  })
  for (const document of expired) await tell(transaction, mail, document, true, waiting)
}

async function tell(
  transaction: Transaction,
  mail: Mail,
  document: Expiring,
  expired: boolean,
  waiting = false,
): Promise<void> {
  const { organisationId, legalName: organisationName, submissionId, validUntil } = document
  const props = (locale: string) => ({
    organisationName,
    documentName: localised(document, 'name', locale),
    validUntil,
    expired,
    ...(waiting ? { waiting } : {}),
  })
  const link = applicantLink({ type: 'organisation', id: organisationId })
  const owners = await listRecipients(transaction, organisationId, 'delete')
  await mail(owners, 'organisation-document-expiring', (locale) => ({
    ...props(locale),
    link,
    toReviewer: false,
  }))
  const reviewers = await findReviewers(transaction, organisationId)
  await mail(reviewers, 'organisation-document-expiring', (locale) => ({
    ...props(locale),
    link: reviewLink(submissionId),
    toReviewer: true,
  }))
}

/** Maximum submissions listed in a mail; the queue shows all of them. */
const maxInMail = 20

/** Milliseconds between scheduled runs. */
const interval = 15 * 60_000

/** Mails every reviewer the overdue submissions, in one mail, when the operator's business day begins. */
export async function remindOverdueSubmissions(payload: unknown): Promise<void> {
  const due = scheduledTime(payload)
  if (hasOpenedBetween(new Date(due.getTime() - interval), due)) await database().$transaction(remindOverdue)
}

/** When the job was due, which for a backfilled one is not now. */
function scheduledTime(payload: unknown): Date {
  const scheduled = (payload as { _cron?: { ts?: string } } | null)?._cron?.ts
  return scheduled ? new Date(scheduled) : now()
}

/** Queues one mail to each reviewer with the overdue submissions; none if there are none. */
async function remindOverdue(transaction: Transaction): Promise<void> {
  const submissions = (await listOverdue(maxInMail)).flatMap(({ id, dueAt, ...whose }) =>
    dueAt
      ? [{ applicationName: subjectOf(whose).name, link: reviewLink(id), dueAt: dueAt.toISOString() }]
      : [],
  )
  if (submissions.length === 0) return
  const { timeZone } = businessCalendar()
  const queueLink = `${getSettings().PORTAL_URL}/review`
  const reviewers = await findReviewers(transaction, null)
  await queueMail(transaction, reviewers, 'submissions-overdue', { submissions, queueLink, timeZone })
}
