import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import {
  type AdministrationEventType,
  administrationEventSchemas,
  type EventType,
  eventSchemas,
} from '@/lib/webhooks/events'
import type { Describe, Description } from './group'

/** The webhooks of the document (OpenAPI 3.1 §4.8.1): what we post, by the event's type. */
export function describeWebhooks(t: Describe): ZodOpenApiPathsObject {
  const text = (key: string) => t(key as Description)
  return Object.fromEntries(
    Object.entries({ ...eventSchemas(text), ...administrationEventSchemas(text) }).map(([type, data]) => [
      type,
      { post: describeEvent(type as EventType | AdministrationEventType, data, t) },
    ]),
  )
}

function describeEvent(type: EventType | AdministrationEventType, data: z.ZodType, t: Describe) {
  const name = type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())
  const event = z
    .object({
      type: z.literal(type),
      timestamp: z.iso.datetime().meta({ description: t('eventTimestamp') }),
      data: data.meta({ title: `${name}Data` }),
    })
    .meta({ title: name })
  return {
    operationId: type,
    summary: t(`webhooks.${type}`),
    requestParams: { header: headers(t) },
    requestBody: { required: true, content: { 'application/json': { schema: event } } },
    responses: { '2XX': { description: t('eventReceived') } },
  }
}

function headers(t: Describe) {
  return z.object({
    'webhook-id': z.uuid().meta({ description: t('webhookId') }),
    'webhook-timestamp': z.string().meta({ description: t('webhookTimestamp') }),
    'webhook-signature': z.string().meta({ description: t('webhookSignature') }),
  })
}
