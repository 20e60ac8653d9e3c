import { getTranslations } from 'next-intl/server'
import { Notice } from '@/components/ui/notice'
import { isAnswered, states } from '@/lib/applications/states'
import type { OwnSubmission } from '@/lib/validation/queries'
import type { Transition } from './history'

type Submission = OwnSubmission

/** The reason of the decision that the developer has to act on, above everything else. */
export async function LastReason({ submission }: { submission: Submission }) {
  const reason = findReason(submission)
  if (!reason || !isAnswered(submission.state)) return null
  const t = await getTranslations('validation.status')
  return (
    <Notice tone={states[submission.state].tone} title={t('reason')}>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{reason}</p>
    </Notice>
  )
}

/** The history without that reason, which the page shows already. */
export function withoutLastReason(
  { submission }: { submission: Submission },
  history: Transition[],
): Transition[] {
  const reason = findReason(submission)
  const last =
    reason && history.toSorted((a, b) => a.at.getTime() - b.at.getTime()).findLast((each) => each.reason)
  return history.map((each) => (each === last && each.reason === reason ? { ...each, reason: null } : each))
}

function findReason({ state, decisions }: Submission): string | null {
  const last = decisions.at(-1)
  // After an approval, it was a document that expired.
  return (isAnswered(state) && last?.outcome !== 'approved' && last?.reason) || null
}
