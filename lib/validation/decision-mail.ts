import { listRecipients } from '@/lib/applications/queries'
import type { Transaction } from '@/lib/database'
import { queueMail } from '@/lib/mail/commands'
import type { LockedSubmission } from './locked-submission'
import { applicantLink } from './recipients'
import type { Verdict } from './schema'

type Decision = { outcome: string; reason: string; verdicts: Verdict[] }

/** Mails a request for changes or a rejection to everybody who can send documents, with the reason as the reviewer wrote it. */
export async function tellDecision(
  transaction: Transaction,
  submission: LockedSubmission,
  { outcome, reason, verdicts }: Decision,
): Promise<void> {
  const { id, name: applicationName } = submission.application
  const props = { applicationName, link: applicantLink(id), reason }
  for (const recipient of await listRecipients(transaction, id, 'documents')) {
    const documents = replacements(submission, verdicts, recipient.locale)
    if (outcome === 'rejected') await queueMail(transaction, recipient, 'validation-rejected', props)
    else await queueMail(transaction, recipient, 'validation-changes-requested', { ...props, documents })
  }
}

function replacements({ requirements }: LockedSubmission, verdicts: Verdict[], locale: string) {
  return verdicts.flatMap(({ requirementId, verdict, reason }) => {
    const requirement = requirements.find((each) => each.requirementId === requirementId)
    if (!requirement || verdict !== 'replace' || !reason) return []
    return [{ name: locale === 'fr' ? requirement.nameFr : requirement.nameEn, reason }]
  })
}
