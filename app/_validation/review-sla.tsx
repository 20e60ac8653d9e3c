import { getTranslations } from 'next-intl/server'
import { DateTime } from '@/components/ui/date-time'
import { isToBeSent } from '@/lib/applications/states'
import { now } from '@/lib/clock'
import {
  addBusinessMinutes,
  businessCalendar,
  minutesPerBusinessDay,
  slaMinutes,
} from '@/lib/validation/business-hours'
import type { OwnSubmission } from '@/lib/validation/queries'
import { type Decided, listLastDecided } from '@/lib/validation/queue'

/** Below this, the last decisions say too little. */
const fewest = 5

/** By when a decision would come if this was sent now, and how long the last ones took. */
export async function ReviewSla({ submission }: { submission: OwnSubmission }) {
  if (!isToBeSent(submission.state)) return null
  const t = await getTranslations('validation.promise')
  const minutes = slaMinutes(submission.remainingMinutes)
  const days = minutes / minutesPerBusinessDay()
  const decided = await listLastDecided()
  return (
    <section aria-labelledby="promise" className="border-line border-b pb-6">
      <h2 id="promise" className="text-subject">
        {t('title')}
      </h2>
      <p className="font-semibold text-3xl tracking-tight">
        {Number.isInteger(days) ? t('days', { count: days }) : t('hours', { count: Math.ceil(minutes / 60) })}
      </p>
      <p className="text-muted text-xs">
        {t('today')}{' '}
        <DateTime at={addBusinessMinutes(now(), minutes)} timeZone={businessCalendar().timeZone} />
      </p>
      {decided.length >= fewest && (
        <p className="text-muted text-xs">{t('last', describeDecided(decided))}</p>
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
