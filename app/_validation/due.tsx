import { useTranslations } from 'next-intl'
import { DateTime, useMomentWriter } from '@/components/ui/date-time'
import type { SubmissionState } from '@/generated/prisma/enums'
import { isInReview } from '@/lib/applications/states'
import { now } from '@/lib/clock'
import { businessCalendar } from '@/lib/validation/business-hours'

const dayMs = 86_400_000

type Props = { state: SubmissionState; dueAt: Date | null }

/** Whether the due date of a waiting submission is past; null if it has none. */
export function isOverdue({ state, dueAt }: Props): boolean | null {
  return dueAt && isInReview(state) ? dueAt < now() : null
}

/** How long until a waiting submission is due; the date itself is its title. */
export function Due(props: Props) {
  const t = useTranslations('review.table')
  const { timeZone } = businessCalendar()
  const write = useMomentWriter(timeZone)
  const { dueAt } = props
  const isLate = isOverdue(props)
  if (!dueAt || isLate === null) return null
  if (!isLate) return <DateTime at={dueAt} as="relative" timeZone={timeZone} />
  return (
    <time
      dateTime={dueAt.toISOString()}
      title={write(dueAt)}
      className="whitespace-nowrap font-medium text-danger"
    >
      {t('overdueBy', { days: Math.floor((now().getTime() - dueAt.getTime()) / dayMs) })}
    </time>
  )
}
