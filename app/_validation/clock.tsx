import { getFormatter, getTranslations } from 'next-intl/server'
import { LedgeSlot, Receipt } from '@/components/receipt'
import { DateTime } from '@/components/ui/date-time'
import { Notice } from '@/components/ui/notice'
import { isAnswered, isInReview, isOpen, isToBeSent } from '@/lib/applications/states'
import { now } from '@/lib/clock'
import {
  addBusinessMinutes,
  businessCalendar,
  minutesPerBusinessDay,
  slaMinutes,
} from '@/lib/validation/business-hours'
import type { OwnSubmission } from '@/lib/validation/queries'
import { countQueuePosition, type Decided, listLastDecided } from '@/lib/validation/queue'

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
  const { id, number, state, dueAt, submittedAt, remainingMinutes } = submission
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
            [t('position'), format.number(await countQueuePosition(id))],
            [t('submitted'), <DateTime key="submitted" at={submittedAt} />],
          ]}
          total={[t('decision'), <DateTime key="left" at={dueAt} as="relative" />]}
        />
      </LedgeSlot>
      {dueAt < now() && <Notice tone="warning">{t('overdue')}</Notice>}
    </>
  )
}

/** How long a decision takes that has this many minutes left of what is promised, null for all of it. */
export async function describePromise(remainingMinutes: number | null): Promise<string> {
  const t = await getTranslations('validation.promise')
  const minutes = slaMinutes(remainingMinutes)
  const days = minutes / minutesPerBusinessDay()
  return Number.isInteger(days) ? t('days', { count: days }) : t('hours', { count: Math.ceil(minutes / 60) })
}

/** Below this, the last decisions say too little. */
const fewest = 5

/** By when a decision would come if this was sent now, and how long the last ones took. */
export async function ReviewSla({ submission }: { submission: OwnSubmission }) {
  const { state, remainingMinutes: left } = submission
  if (!isToBeSent(state)) return null
  const t = await getTranslations('validation.promise')
  const decided = await listLastDecided()
  return (
    <section aria-labelledby="promise" className="border-line border-b pb-6">
      <h2 id="promise" className="text-subject">
        {t('title')}
      </h2>
      <p className="font-semibold text-3xl tracking-tight">{await describePromise(left)}</p>
      <p className="text-muted text-xs">
        {t('today')}{' '}
        <DateTime at={addBusinessMinutes(now(), slaMinutes(left))} timeZone={businessCalendar().timeZone} />
      </p>
      {/* What took the whole time says nothing about the rest of it. */}
      {left !== null ? (
        <p className="text-muted text-xs">{t('left', { whole: await describePromise(null) })}</p>
      ) : (
        decided.length >= fewest && (
          <p className="text-muted text-xs">{t('last', describeDecided(decided))}</p>
        )
      )}
    </section>
  )
}

/** The numbers of the sentence about the last decisions. */
export function describeDecided(decided: Decided[]) {
  const median = decided[Math.floor((decided.length - 1) / 2)]?.minutes ?? 0
  return {
    count: decided.length,
    onTime: decided.filter(({ onTime }) => onTime).length,
    median: Math.max(1, Math.round(median / 60)),
  }
}
