import { getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { ActionForm } from '@/components/ui/action-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { isInReview, isOpen } from '@/lib/applications/states'
import type { OwnSubmission } from '@/lib/validation/queries'
import { reopen, revise, withdraw } from './actions'

type Words = { hint?: string; button: string }
type Props = {
  /** The application or organisation. */
  subject: { id: string; state: string }
  submission: OwnSubmission
  /** What a revision of what is in force is; null where it is not. */
  revision: Words | null
}

/** What its owner can do with a submission apart from sending it: one button, with what it does. */
export async function Moves({ subject, submission, revision }: Props) {
  const t = await getTranslations('validation.status')
  const findMove = (): [typeof withdraw, Words | null] => {
    if (isInReview(submission.state)) return [withdraw, { hint: t('withdrawHint'), button: t('withdraw') }]
    if (subject.state === 'rejected') return [reopen, { hint: t('reopenHint'), button: t('reopen') }]
    return [revise, isOpen(submission.state) ? null : revision]
  }
  const [move, words] = findMove()
  if (!words) return null
  return (
    <ActionForm
      action={move.bind(null, subject.id)}
      className="flex! max-w-none flex-wrap items-center gap-x-4 gap-y-2"
    >
      <ExpectedVersion of={[submission.id, submission.version]} />
      {words.hint && <p className="min-w-0 flex-[1_1_15rem] text-muted text-sm">{words.hint}</p>}
      <SubmitButton variant="secondary">{words.button}</SubmitButton>
    </ActionForm>
  )
}
