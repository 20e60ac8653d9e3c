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
      {decided.length >= fewest && <Spread decided={decided} promised={minutes} />}
    </section>
  )
}

/** The last decisions on a line of business hours, up to beyond the promise. */
async function Spread({ decided, promised }: { decided: Decided[]; promised: number }) {
  const t = await getTranslations('validation.promise')
  const end = promised * 1.17
  const at = (minutes: number) => `${Math.min((100 * minutes) / end, 99)}%`
  return (
    <>
      <svg aria-hidden="true" className="mt-3.5 mb-1 h-4 w-full overflow-visible">
        {decided.map(({ minutes, onTime }, index) => (
          <rect
            key={String(index)}
            x={at(minutes)}
            width="3"
            height="12"
            rx="1"
            className={onTime ? 'fill-chart-succeeded' : 'fill-warning'}
          />
        ))}
        <line x2="100%" y1="15" y2="15" className="stroke-line-strong" />
        <line
          x1={at(promised)}
          x2={at(promised)}
          y2="15"
          strokeDasharray="3 2"
          className="stroke-line-strong"
        />
      </svg>
      <p className="text-muted text-xs">{t('last', describeDecided(decided))}</p>
    </>
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
