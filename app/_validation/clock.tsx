import { getFormatter, getTranslations } from 'next-intl/server'
import { FactList } from '@/components/ui/fact-list'
import { Moment } from '@/components/ui/moment'
import { Notice } from '@/components/ui/notice'
import { now } from '@/lib/clock'
import { businessCalendar } from '@/lib/validation/business-hours'
import { countQueuePosition, type OwnSubmission } from '@/lib/validation/queries'

/** How far a submission is in the queue. */
export async function Clock({ submission }: { submission: OwnSubmission }) {
  const t = await getTranslations('validation.status')
  const format = await getFormatter()
  const { state, dueAt, submittedAt, remainingMinutes } = submission
  if (state === 'changes_requested' && remainingMinutes !== null)
    return <p className="text-muted">{t('paused')}</p>
  if (state !== 'in_validation' || !dueAt || !submittedAt) return null
  return (
    <>
      <FactList
        items={[
          { term: t('position'), value: format.number(await countQueuePosition(dueAt)) },
          { term: t('due'), value: <Moment at={dueAt} timeZone={businessCalendar().timeZone} /> },
          { term: t('submitted'), value: <Moment at={submittedAt} /> },
        ]}
      />
      {dueAt < now() && <Notice tone="warning">{t('overdue')}</Notice>}
    </>
  )
}
