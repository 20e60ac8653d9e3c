import type { DecisionOutcome } from '@/generated/prisma/enums'
import { listRecipients } from '@/lib/applications/queries'
import type { Mail } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import type { LockedSubmission } from '@/lib/documents/locked-submission'
import { localised } from '@/lib/translations'
import { applicantLink } from './recipients'
import type { Verdict } from './schema'
import { subjectOf } from './submission-subject'

type Decision = { outcome: DecisionOutcome; reason: string; verdicts: Verdict[] }

/**
 * Mails a decision to everyone who can send documents, with the reason as the reviewer wrote it. Approvals are mailed
 * here for organisations and revisions; other approvals of applications are mailed after their proof.
 */
export async function mailDecision(
  transaction: Transaction,
  submission: LockedSubmission,
  { outcome, reason, verdicts }: Decision,
  mail: Mail,
): Promise<void> {
  const { revision } = submission
  const subject = subjectOf(submission)
  if (outcome === 'approved' && !revision && subject.type === 'application') return
  const link = applicantLink(subject)
  const props = { applicationName: subject.name, link, revision, reason }
  const recipients = await listRecipients(transaction, subject.id, 'documents')
  const documents = (locale: string) => replacements(submission, verdicts, locale)
  if (subject.type === 'organisation')
    await mail(recipients, 'organisation-decided', (locale) => ({
      organisationName: subject.name,
      link,
      outcome: outcome === 'approved' ? 'verified' : outcome,
      revision,
      reason: reason || undefined,
      documents: documents(locale),
    }))
  else if (outcome === 'approved') await mail(recipients, 'revision-approved', props)
  else if (outcome === 'rejected') await mail(recipients, 'validation-rejected', props)
  else
    await mail(recipients, 'validation-changes-requested', (locale) => ({
      ...props,
      documents: documents(locale),
    }))
}

function replacements({ requirements }: LockedSubmission, verdicts: Verdict[], locale: string) {
  return verdicts.flatMap(({ requirementId, verdict, reason }) => {
    const requirement = requirements.find((each) => each.requirementId === requirementId)
    if (!requirement || verdict !== 'replace' || !reason) return []
    return [{ name: localised(requirement, 'name', locale), reason }]
  })
}
