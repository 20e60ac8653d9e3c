import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { type EventType, eventTypes } from '@/lib/events/schema'
import { caseOutcomes, endReasons, rehearsalCases } from '@/lib/rehearsals/schema'
import { type AdministrationEventType, administrationEventTypes } from '@/lib/webhooks/schema'
import type { Describe } from './group'

/** The webhooks of the document (OpenAPI 3.1 §4.8.1): what we post, by the event's type. */
export function describeWebhooks(t: Describe): ZodOpenApiPathsObject {
  return Object.fromEntries(
    [...eventTypes, ...administrationEventTypes].map((type) => [type, { post: describeEvent(type, t) }]),
  )
}

function describeEvent(type: EventType | AdministrationEventType, t: Describe) {
  const name = type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())
  const event = z
    .object({
      type: z.literal(type),
      timestamp: z.iso.datetime().meta({ description: t('eventTimestamp') }),
      data: eventSchemas(t)[type].meta({ title: `${name}Data` }),
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

/** The `data` of each event. A test compares them with what commands write. */
export function eventSchemas(t: Describe) {
  const applicationId = z.uuid().meta({ description: t('eventApplication') })
  const calls = z
    .int()
    .min(0)
    .meta({ description: t('eventCalls') })
  const secretId = z.uuid().meta({ description: t('eventSecret') })
  const moment = z.iso.datetime()
  const localisedText = z
    .object({ en: z.string(), fr: z.string() })
    .catchall(z.string())
    .meta({ title: 'LocalisedText' })
  return {
    'application.state_changed': z.strictObject({
      applicationId,
      previousState: z.string().nullable(),
      state: z.string().meta({ description: t('eventState') }),
    }),
    'application.limit_changed': z.strictObject({
      applicationId,
      previousCallsPerMinute: calls,
      callsPerMinute: calls,
    }),
    'secret.rotated': z.strictObject({
      applicationId,
      secretId,
      previousSecretId: secretId,
      previousSecretValidUntil: moment.nullable().meta({ description: t('eventPreviousUntil') }),
    }),
    'secret.retired': z.strictObject({ applicationId, secretId }),
    'rehearsal.ended': z.strictObject({
      applicationId,
      rehearsalId: z.uuid(),
      startedAt: moment,
      endedAt: moment,
      reason: z.enum(endReasons).meta({ description: t('rehearsalReason') }),
      cases: z.array(
        z
          .strictObject({
            id: z.enum(rehearsalCases),
            outcome: z.enum(caseOutcomes).meta({ description: t('rehearsalOutcome') }),
          })
          .meta({ title: 'EndedCase' }),
      ),
    }),
    'organisation.state_changed': z.strictObject({
      organisationId: z.uuid().meta({ description: t('eventOrganisation') }),
      previousState: z.string().nullable(),
      state: z.string().meta({ description: t('eventOrganisationState') }),
    }),
    'announcement.published': z.strictObject({
      announcementId: z.uuid(),
      kind: z.enum(['maintenance', 'incident', 'change', 'deprecation']),
      title: localisedText,
      text: localisedText,
      from: moment,
      to: moment.nullable(),
      endpoint: z
        .string()
        .nullable()
        .meta({ description: t('eventEndpoint'), example: 'POST /oauth/token' }),
      sunset: z.iso
        .date()
        .nullable()
        .meta({ description: t('eventSunset') }),
      link: z.url(),
    }),
    'audit.recorded': z.strictObject({
      sequence: z
        .int()
        .min(1)
        .meta({ description: t('eventSequence') }),
      at: moment,
      actorId: z.uuid().nullable(),
      actorRole: z.string(),
      action: z.string().meta({ example: 'application.suspended' }),
      subjectType: z.string(),
      subjectId: z.string(),
      detail: z.record(z.string(), z.unknown()).meta({ description: t('eventDetail') }),
      previousHash: z.string(),
      hash: z.string(),
    }),
    'sign_in.refused': z.strictObject({
      sequence: z
        .int()
        .min(1)
        .meta({ description: t('eventRefusalSequence') }),
      at: moment,
      developerId: z
        .uuid()
        .nullable()
        .meta({ description: t('eventErased') }),
      why: z.string().nullable().meta({ example: 'password' }),
      address: z.string().nullable().meta({ example: '203.0.113.7' }),
    }),
  } satisfies Record<EventType | AdministrationEventType, z.ZodType>
}
