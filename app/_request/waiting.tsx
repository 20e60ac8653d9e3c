import { getFormatter, getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { now } from '@/lib/clock'
import { countWaitingRequests, listWaitingRequests, type WaitingRequest } from '@/lib/quota-requests/queries'
import { countWaiting, listQueue, type QueueEntry, type QueueFilter } from '@/lib/validation/queue'

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

const findRequests = cache(listWaitingRequests)

/** What waits for reviewers, submissions and requests of owners, and how much of it is overdue. */
export const countReviews = cache(async () => {
  const [submissions, requests, shown] = await Promise.all([
    countWaiting(),
    countWaitingRequests(),
    findRequests(),
  ])
  const late = shown.filter(({ dueAt }) => dueAt < now()).length
  return { waiting: submissions.waiting + requests, overdue: submissions.overdue + late }
})

/** A submission, or a request of an owner with what a submission has. */
export type ReviewEntry = QueueEntry & { request?: WaitingRequest }

/**
 * One page of the queue. While they wait, the requests of owners are among the submissions, each on the page on which
 * it is due.
 * @returns the entries, and how many submissions there are on all pages
 */
export async function listReviews(
  filter: QueueFilter,
  reviewerId: string,
): Promise<{ entries: ReviewEntry[]; total: number }> {
  const { state, assignee, page, text = '' } = filter
  const { entries, nextDueAt, total } = await listQueue(filter, reviewerId)
  if (state !== 'in_validation' || assignee === 'me') return { entries, total }
  const from = page === 1 ? new Date(0) : (entries[0]?.dueAt ?? now())
  const here = (await findRequests())
    .filter(({ dueAt }) => dueAt >= from && !(nextDueAt && dueAt >= nextDueAt))
    .filter((request) => isAbout(request, text))
    .map(toEntry)
  const due = ({ dueAt }: ReviewEntry) => dueAt?.getTime() ?? 0
  return { entries: [...entries, ...here].sort((a, b) => due(a) - due(b)), total }
}

function isAbout({ application: { name, clientId }, requestedBy }: WaitingRequest, text: string): boolean {
  const names = [name, requestedBy.email].map((each) => each.toLowerCase())
  return clientId === text || names.some((each) => each.includes(text.toLowerCase()))
}

function toEntry(request: WaitingRequest): ReviewEntry {
  const { id, application, requestedBy, requestedAt, dueAt } = request
  const isPlain = { organisation: false, revision: false, unreviewed: false, mine: false }
  return {
    ...isPlain,
    id,
    request,
    name: application.name,
    developer: requestedBy,
    state: 'in_validation',
    number: 1,
    submittedAt: requestedAt,
    dueAt,
    assignee: null,
  }
}
