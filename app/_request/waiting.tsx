import { getFormatter, getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { now } from '@/lib/clock'
import { countWaitingRequests, listWaitingRequests, type WaitingRequest } from '@/lib/quota-requests/queries'
import {
  countWaiting,
  listQueue,
  type QueueEntry,
  type QueueFilter,
  queuePageSize,
} from '@/lib/validation/queue'

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
export async function countReviews() {
  const [submissions, requests, shown] = await Promise.all([
    countWaiting(),
    countWaitingRequests(),
    findRequests(),
  ])
  const late = shown.filter(({ dueAt }) => dueAt < now()).length
  return { waiting: submissions.waiting + requests, overdue: submissions.overdue + late }
}

/** A submission, or a request of an owner with what a submission has. */
export type ReviewEntry = QueueEntry & { request?: WaitingRequest }

/**
 * One page of the queue. While they wait, the requests of owners are among the submissions.
 * @returns the entries, and how many there are on all pages
 */
export async function listReviews(
  filter: QueueFilter,
  reviewerId: string,
): Promise<{ entries: ReviewEntry[]; total: number }> {
  const { state, assignee, page, text = '' } = filter
  const isMixed = state === 'in_validation' && assignee !== 'me'
  const requests = isMixed ? (await findRequests()).filter((each) => isAbout(each, text)).map(toEntry) : []
  const { entries, skipped, total } = await listQueue(filter, reviewerId, requests.length)
  const mixed = isMixed ? [...entries, ...requests].sort(compare) : entries
  const start = (page - 1) * queuePageSize - skipped
  return { entries: mixed.slice(start, start + queuePageSize), total: total + requests.length }
}

/** The order of the queue. */
function compare(one: ReviewEntry, other: ReviewEntry): number {
  const due = ({ dueAt }: ReviewEntry) => dueAt?.getTime() ?? 0
  const sent = one.submittedAt.getTime() - other.submittedAt.getTime()
  return due(one) - due(other) || sent || (one.id < other.id ? -1 : 1)
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
