import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { type Branding, guichetBranding } from '@/lib/branding/schema'
import {
  type AdministrationEventType,
  administrationEventSchemas,
  type EventType,
  eventSchemas,
} from '@/lib/webhooks/events'
import { type Describe, type Description, servers } from './group'
import { apiGroups } from './groups'

/** The gateway's OpenAPI 3.1 document, with its descriptions in the translator's language. */
export function describeApi(t: Describe, branding: Branding = guichetBranding) {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: t('title', { product: branding.productName }),
      version: '1',
      description: t('about'),
      ...contactOf(branding),
    },
    servers: servers('baseUrl'),
    tags: apiGroups.map(({ id, about }) => ({ name: id, description: t(about) })),
    components: { securitySchemes: securitySchemes() },
    webhooks: describeWebhooks(t),
    paths: Object.assign({}, ...apiGroups.map(({ paths }) => paths(t))),
  })
}

/** OpenAPI 3.1 §4.8.3. */
function contactOf({ operatorName, supportEmail }: Branding) {
  const contact = {
    ...(operatorName && { name: operatorName }),
    ...(supportEmail && { email: supportEmail }),
  }
  return Object.keys(contact).length > 0 ? { contact } : {}
}

function securitySchemes() {
  const tokenUrl = `${gatewayAddresses('sandbox').authUrl}/oauth/token`
  return {
    client: { type: 'http', scheme: 'basic' },
    personalKey: { type: 'http', scheme: 'bearer' },
    bearer: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } },
  } as const
}

/** The webhooks of the document (OpenAPI 3.1 §4.8.1): what we post, by the event's type. */
function describeWebhooks(t: Describe): ZodOpenApiPathsObject {
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
