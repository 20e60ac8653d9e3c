import { z } from 'zod'
import type { WebhookAttempt, WebhookEndpoint } from '@/generated/prisma/client'
import { type AdministrationEventType, administrationEventTypes, type EventType, eventTypes } from './events'

export const endpointLimit = 5
export const urlLimit = 2048
/** How long the previous signing secret signs too after a rotation. */
export const signingOverlapHours = 24

export function isOrdered(type: string): type is AdministrationEventType {
  return (administrationEventTypes as readonly string[]).includes(type)
}

export type NewEndpoint = { url: string; events: (EventType | AdministrationEventType)[] }

/** An endpoint with its latest deliveries; never its secrets. */
export type EndpointView = Pick<
  WebhookEndpoint,
  'id' | 'url' | 'events' | 'createdAt' | 'disabledAt' | 'disabledReason'
> & {
  /** Of the administration's: audit entries that were not delivered yet. */
  behind: number | null
  /** Until when the secret before the last rotation signs too. */
  previousSecretUntil: Date | null
  deliveries: DeliveryView[]
}

export type DeliveryView = {
  eventId: string
  type: string
  createdAt: Date
  data: unknown
  state: 'waiting' | 'delivered' | 'failed'
  /** Of one that waits. */
  nextAttemptAt: Date | null
  /** Newest first. */
  tries: Pick<WebhookAttempt, 'id' | 'at' | 'status' | 'error' | 'durationMs' | 'response'>[]
}

/** The body of an event's requests. */
export function bodyOf({ type, createdAt, data }: Pick<DeliveryView, 'type' | 'createdAt' | 'data'>) {
  return { type, timestamp: createdAt.toISOString(), data }
}

export const newEndpointSchema = endpointSchema(eventTypes)
export const newAdministrationEndpointSchema = endpointSchema(administrationEventTypes)

/** What the form for the events of an endpoint of the administration posts. */
export const changedEventsSchema = z
  .object({ endpointId: z.string(), ...checkboxesOf(administrationEventTypes) })
  .transform(({ endpointId, ...boxes }, context) => ({
    endpointId,
    events: readEvents(administrationEventTypes, boxes, context),
  }))

/** Issues are keys of messages. */
function endpointSchema(types: Types) {
  return z
    .object({ url: z.string('url_required').max(urlLimit, 'url_too_long'), ...checkboxesOf(types) })
    .transform(({ url, ...boxes }, context): NewEndpoint => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['url'], message })
      return { events: readEvents(types, boxes, context), url: readUrl(url.trim(), refuse) }
    })
}

type Types<Type extends string = NewEndpoint['events'][number]> = readonly [Type, ...Type[]]

/** The checkbox of each event has the event's name. */
function checkboxesOf(types: Types) {
  return Object.fromEntries(types.map((type) => [type, z.literal('on').optional()]))
}

/** An error about all of them is at the first. */
function readEvents<Type extends string>(
  types: Types<Type>,
  boxes: object,
  { addIssue }: z.RefinementCtx,
): Type[] {
  const events = types.filter((type) => (boxes as Record<string, unknown>)[type] === 'on')
  if (events.length === 0) addIssue({ code: 'custom', path: [types[0]], message: 'events_required' })
  return events
}

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
