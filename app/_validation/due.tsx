import { useTranslations } from 'next-intl'
import { DateTime } from '@/components/ui/date-time'
import type { SubmissionState } from '@/generated/prisma/enums'
import { isInReview } from '@/lib/applications/states'
import { now } from '@/lib/clock'
import { businessCalendar } from '@/lib/validation/business-hours'

type Props = { state: SubmissionState; dueAt: Date | null }

/** Whether the due date of a waiting submission is past; null if it has none. */
export function isOverdue({ state, dueAt }: Props): boolean | null {
  return dueAt && isInReview(state) ? dueAt < now() : null
}

/** How long until a waiting submission is due; the date itself is its title. */
export function Due(props: Props) {
  const t = useTranslations('review.table')
  const isLate = isOverdue(props)
  if (!props.dueAt || isLate === null) return null
  const due = <DateTime at={props.dueAt} as="relative" timeZone={businessCalendar().timeZone} />
  if (!isLate) return due
  return (
    <span className="whitespace-nowrap font-medium text-danger">
      {t('overdue')}, {due}
    </span>
  )
}
