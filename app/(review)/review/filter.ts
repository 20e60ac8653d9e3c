import { z } from 'zod'
import { queryReader, queryText } from '@/app/_request/query'
import { withQuery } from '@/components/query'
import { type QueueFilter, queueStates } from '@/lib/validation/queue'

/** The filter in the URL; an unknown value counts as absent. */
export const readFilter = queryReader({
  state: z.enum(queueStates).catch('in_validation'),
  assignee: z.enum(['anyone', 'me', 'nobody']).catch('anyone'),
  text: queryText(),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** The URL of a page of this filter; defaults are left out. */
export function filterUrl({ state, assignee, text }: QueueFilter, page = 1): string {
  return withQuery('/review', {
    state: state === 'in_validation' ? '' : state,
    assignee: assignee === 'anyone' ? '' : assignee,
    text,
    page: page > 1 ? String(page) : '',
  })
}
