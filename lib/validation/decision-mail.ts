import type { Transaction } from '@/lib/database'
import { queueMail } from '@/lib/mail/commands'
import type { LockedSubmission } from './locked-submission'
import { applicantLink } from './recipients'
import type { Verdict } from './schema'

type Decision = { outcome: string; reason: string; verdicts: Verdict[] }

/** Mails a request for changes or a rejection to the developer, with the reason as the reviewer wrote it. */
export async function tellDecision(
  transaction: Transaction,
  submission: LockedSubmission,
  { outcome, reason, verdicts }: Decision,
): Promise<void> {
  const { id, name: applicationName, developer } = submission.application
  const props = { applicationName, link: applicantLink(id), reason }
  if (outcome === 'rejected') return queueMail(transaction, developer, 'validation-rejected', props)
  const documents = replacements(submission, verdicts, developer.locale)
  await queueMail(transaction, developer, 'validation-changes-requested', { ...props, documents })
}

function replacements({ requirements }: LockedSubmission, verdicts: Verdict[], locale: string) {
  return verdicts.flatMap(({ requirementId, verdict, reason }) => {
    const requirement = requirements.find((each) => each.requirementId === requirementId)
    if (!requirement || verdict !== 'replace' || !reason) return []
    return [{ name: locale === 'fr' ? requirement.nameFr : requirement.nameEn, reason }]
  })
}
