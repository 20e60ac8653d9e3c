import { useTranslations } from 'next-intl'
import { DateTime } from '@/components/ui/date-time'
import type { SubmissionState } from '@/generated/prisma/enums'
import { isInReview } from '@/lib/applications/states'
import { now } from '@/lib/clock'
import { businessCalendar } from '@/lib/validation/business-hours'

type Props = { state: SubmissionState; dueAt: Date | null }

const soonMs = 24 * 60 * 60_000

/** How near the due date of a waiting submission is, as a tone. */
export function urgencyOf({ state, dueAt }: Props) {
  if (!dueAt || !isInReview(state)) return undefined
  const left = dueAt.getTime() - now().getTime()
  return left < 0 ? 'danger' : left < soonMs ? 'warning' : 'info'
}

/** How long until a waiting submission is due; the date itself is its title. */
export function Due(props: Props) {
  const t = useTranslations('review.table')
  const urgency = urgencyOf(props)
  if (!props.dueAt || !urgency) return null
  const due = <DateTime at={props.dueAt} as="relative" timeZone={businessCalendar().timeZone} />
  if (urgency !== 'danger') return due
  return (
    <span className="whitespace-nowrap font-medium text-danger">
      {t('overdue')}, {due}
    </span>
  )
}
