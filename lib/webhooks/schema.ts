import { z } from 'zod'
import { eventTypes } from '@/lib/events/schema'

export const endpointLimit = 5
export const urlLimit = 2048
/** How long the previous signing secret signs too after a rotation. */
export const overlapHours = 24

const checked = z.literal('on').optional()
const checkboxes = Object.fromEntries(eventTypes.map((type) => [type, checked]))

/** Issues are keys of messages. The checkbox of each event has the event's name; an error about all of them is at the first. */
export const newEndpointSchema = z
  .object({ url: z.string('url_required').max(urlLimit, 'url_too_long'), ...checkboxes })
  .transform(({ url, ...boxes }, context) => {
    const events = eventTypes.filter((type) => (boxes as Record<string, unknown>)[type] === 'on')
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (events.length === 0) refuse(eventTypes[0], 'events_required')
    return { events, url: readUrl(url.trim(), (message) => refuse('url', message)) }
  })

export type NewEndpoint = z.output<typeof newEndpointSchema>

/** The URL as it will be called: without a fragment, and with an IP address in its usual notation. */
function readUrl(typed: string, refuse: (message: string) => void): string {
  const parsed = URL.canParse(typed) ? new URL(typed) : null
  if (typed === '') refuse('url_required')
  else if (!parsed || !/^https?:$/.test(parsed.protocol)) refuse('url_wrong')
  else if (parsed.username || parsed.password) refuse('url_credentials')
  if (!parsed) return ''
  parsed.hash = ''
  if (parsed.href.length > urlLimit) refuse('url_too_long')
  return parsed.href
}
