import { getFormatter, getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { countWaitingRequests } from '@/lib/quota-requests/queries'
import { countWaiting } from '@/lib/validation/queue'

/** A number of things that wait for someone. */
export async function Count({ count }: { count: number }) {
  const t = await getTranslations('administration.nav')
  const format = await getFormatter()
  return (
    <span className="rounded-full bg-accent-soft px-2 font-medium text-ink leading-5">
      {format.number(count)}
      <span className="sr-only"> {t('waiting')}</span>
    </span>
  )
}

/** What waits for reviewers: submissions, of which some may be overdue, and requests of owners. */
export const countReviews = cache(async () => {
  const [{ waiting, overdue }, requests] = await Promise.all([countWaiting(), countWaitingRequests()])
  return { waiting: waiting + requests, overdue }
})
