import { type QueueFilter, queueStates } from '@/lib/validation/queue'

export type Query = Record<string, string | string[] | undefined>

const assignees = ['anyone', 'me', 'nobody'] as const

/** The filter that stands in the address; whatever is unknown there counts as absent. */
export function readFilter(query: Query): QueueFilter {
  const page = Number.parseInt(String(query.page ?? ''), 10)
  return {
    state: queueStates.find((state) => state === query.state) ?? 'in_validation',
    assignee: assignees.find((assignee) => assignee === query.assignee) ?? 'anyone',
    // PostgreSQL takes no NUL in a text.
    text: typeof query.text === 'string' ? query.text.replaceAll('\0', '').trim().slice(0, 200) : '',
    page: page >= 1 && page <= 100_000 ? page : 1,
  }
}

/** The address of a page of this filter; what is as usual is left out. */
export function queryOf({ state, assignee, text }: QueueFilter, page: number): string {
  const query = new URLSearchParams()
  if (state !== 'in_validation') query.set('state', state)
  if (assignee !== 'anyone') query.set('assignee', assignee)
  if (text) query.set('text', text)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `?${query}` : ''
}
