import { getFormatter, getTranslations } from 'next-intl/server'
import { LedgeSlot, Receipt } from '@/components/receipt'
import { DateTime } from '@/components/ui/date-time'
import { Notice } from '@/components/ui/notice'
import { isAnswered, isInReview, isOpen, isToBeSent } from '@/lib/applications/states'
import { now } from '@/lib/clock'
import { businessCalendar } from '@/lib/validation/business-hours'
import { countQueuePosition, type OwnSubmission } from '@/lib/validation/queries'

/** The message about a revision of what is in force; null for what is no revision, or is in force. */
export function findRevisionSentence({ revision, state }: OwnSubmission) {
  return revision && (isOpen(state) || isAnswered(state)) ? (`revision.${state}` as const) : null
}

type Props = {
  submission: OwnSubmission
  /** Whether it was sent just now: its receipt is printed. */
  fresh?: boolean
}

/** How far a submission is in the queue: its receipt. */
export async function Clock({ submission, fresh }: Props) {
  const t = await getTranslations('validation.status')
  const format = await getFormatter()
  const { number, state, dueAt, submittedAt, remainingMinutes } = submission
  if (isToBeSent(state) && isAnswered(state) && remainingMinutes !== null)
    return <p className="text-muted">{t('paused')}</p>
  if (!isInReview(state) || !dueAt || !submittedAt) return null
  return (
    <>
      <LedgeSlot>
        <Receipt
          title={t('receipt', { number })}
          still={!fresh}
          lines={[
            [t('due'), <DateTime key="due" at={dueAt} timeZone={businessCalendar().timeZone} />],
            [t('position'), format.number(await countQueuePosition(dueAt))],
            [t('submitted'), <DateTime key="submitted" at={submittedAt} />],
          ]}
          total={[t('decision'), <DateTime key="left" at={dueAt} as="relative" />]}
        />
      </LedgeSlot>
      {dueAt < now() && <Notice tone="warning">{t('overdue')}</Notice>}
    </>
  )
}
