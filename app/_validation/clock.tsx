import { getFormatter, getTranslations } from 'next-intl/server'
import { DateTime } from '@/components/ui/date-time'
import { FactList } from '@/components/ui/fact-list'
import { Notice } from '@/components/ui/notice'
import { isAnswered, isInReview, isOpen, isToBeSent } from '@/lib/applications/states'
import { now } from '@/lib/clock'
import { businessCalendar } from '@/lib/validation/business-hours'
import { countQueuePosition, type OwnSubmission } from '@/lib/validation/queries'

/** The message about a revision of what is in force; null for what is no revision, or is in force. */
export function findRevisionSentence({ revision, state }: OwnSubmission) {
  return revision && (isOpen(state) || isAnswered(state)) ? (`revision.${state}` as const) : null
}

/** How far a submission is in the queue. */
export async function Clock({ submission }: { submission: OwnSubmission }) {
  const t = await getTranslations('validation.status')
  const format = await getFormatter()
  const { state, dueAt, submittedAt, remainingMinutes } = submission
  if (isToBeSent(state) && isAnswered(state) && remainingMinutes !== null)
    return <p className="text-muted">{t('paused')}</p>
  if (!isInReview(state) || !dueAt || !submittedAt) return null
  return (
    <>
      <div>
        <p className="text-muted text-xs">{t('due')}</p>
        <p className="font-semibold text-2xl tracking-tight">
          <DateTime at={dueAt} timeZone={businessCalendar().timeZone} />
        </p>
        <p className="text-muted text-xs">
          <DateTime at={dueAt} as="relative" />
        </p>
      </div>
      <FactList
        items={[
          { term: t('position'), value: format.number(await countQueuePosition(dueAt)) },
          { term: t('submitted'), value: <DateTime at={submittedAt} /> },
        ]}
      />
      {dueAt < now() && <Notice tone="warning">{t('overdue')}</Notice>}
    </>
  )
}
