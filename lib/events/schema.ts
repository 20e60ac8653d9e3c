import type { Locale } from '@/lib/languages'
/** The events that programs can be sent, with the shape of their `data`. Times are ISO 8601 in UTC. */
export type EventData = {
  'application.state_changed': { applicationId: string; previousState: string | null; state: string }
  /** Calls a minute at the account endpoint; 0 is unlimited. */
  'application.limit_changed': {
    applicationId: string
    previousCallsPerMinute: number
    callsPerMinute: number
  }
  /** `previousSecretValidUntil` is null if the previous secret ended immediately. */
  'secret.rotated': {
    applicationId: string
    secretId: string
    previousSecretId: string
    previousSecretValidUntil: string | null
  }
  'secret.retired': { applicationId: string; secretId: string }
  /** `outcome` of each test case that is not off: `passed`, `not_yet`, `failed` or `incomplete`. */
  'rehearsal.ended': {
    applicationId: string
    rehearsalId: string
    startedAt: string
    endedAt: string
    reason: string
    cases: { id: string; outcome: string }[]
  }
  'organisation.state_changed': { organisationId: string; previousState: string | null; state: string }
  'announcement.published': {
    announcementId: string
    kind: string
    title: Partial<Record<Locale, string>>
    text: Partial<Record<Locale, string>>
    from: string
    to: string | null
    /** Of a deprecation. */
    endpoint: string | null
    sunset: string | null
    link: string
  }
}

export type EventType = keyof EventData

/** In the order in which the portal offers them. */
export const eventTypes = [
  'application.state_changed',
  'application.limit_changed',
  'secret.rotated',
  'secret.retired',
  'rehearsal.ended',
  'organisation.state_changed',
  'announcement.published',
] as const satisfies readonly EventType[]
