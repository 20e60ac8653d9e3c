import { z } from 'zod'
import type { Locale } from '@/lib/languages'
import { caseOutcomes, endReasons, rehearsalCases } from '@/lib/rehearsals/schema'

const moment = z.iso.datetime()

/**
 * The events that programs can be sent, with their `data`, in the order in which the portal offers them. A test
 * compares them with what commands write.
 * @param t what a field means, by the name of the text
 */
export function eventSchemas(t: (text: string) => string) {
  const applicationId = z.uuid().meta({ description: t('eventApplication') })
  const calls = z
    .int()
    .min(0)
    .meta({ description: t('eventCalls') })
  const secretId = z.uuid().meta({ description: t('eventSecret') })
  const localisedText: z.ZodType<Partial<Record<Locale, string>>> = z
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
  }
}

/**
 * For endpoints of the administration: entries of the audit log, and refused sign-ins, which are outside of it. An
 * endpoint is sent each kind one at a time, in the order of `sequence`.
 */
export function administrationEventSchemas(t: (text: string) => string) {
  return {
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
  }
}

export type EventType = keyof ReturnType<typeof eventSchemas>
export type AdministrationEventType = keyof ReturnType<typeof administrationEventSchemas>

export const eventTypes = Object.keys(eventSchemas(String)) as [EventType, ...EventType[]]
export const administrationEventTypes = Object.keys(administrationEventSchemas(String)) as [
  AdministrationEventType,
  ...AdministrationEventType[],
]

type Data = { [Type in EventType]: z.output<ReturnType<typeof eventSchemas>[Type]> }

declare module '@/lib/events/commands' {
  interface EventData extends Data {}
}
