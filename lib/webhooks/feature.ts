import { feature, firstIdOf, type PagesOf } from '@/lib/feature'

const audit = [
  'webhook.added',
  'webhook.disabled',
  'webhook.enabled',
  'webhook.events_changed',
  'webhook.removed',
  'webhook.secret_rotated',
] as const

const staffPages = [
  { page: 'webhooks', path: '/administration/webhooks', group: 'messages', order: 3, icon: 'Webhook' },
] as const

declare module '@/lib/audit/actions' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    webhook_endpoint: true
  }
}

/** Of events, delivered or not. */
const eventsKept = `interval '30 days'`

declare module '@/lib/feature' {
  interface StaffPages extends PagesOf<typeof staffPages> {}
}

export const webhooksFeature = feature({
  audit,
  retention: [
    // Before its event, as an announcement has one for each of thousands of endpoints.
    { table: 'webhook_delivery', where: `event_id < ${firstIdOf(`now() - ${eventsKept}`)}` },
    {
      table: 'webhook_event',
      where: `id < ${firstIdOf(`now() - ${eventsKept}`)}
        AND NOT EXISTS (SELECT FROM webhook_delivery WHERE event_id = old.id)`,
    },
    { table: 'webhook_secret', where: 'expires_at < now()' },
    // The deletion of the application is the last event that they get.
    {
      table: 'webhook_endpoint',
      where: `EXISTS (SELECT FROM application a WHERE a.id = old.application_id AND a.state = 'deleted')
        AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = old.id AND d.next_attempt_at IS NOT NULL)`,
    },
  ],
  grants: {
    portal: [
      'SELECT, INSERT, DELETE, UPDATE (events, disabled_at, disabled_reason, failing_since) ON webhook_endpoint',
      'UPDATE (delivered_sequence, delivered_refusal) ON webhook_endpoint',
      'SELECT, INSERT, DELETE, UPDATE (expires_at) ON webhook_secret',
      'SELECT, INSERT ON webhook_event',
      'SELECT, INSERT, UPDATE (attempts, next_attempt_at, delivered_at) ON webhook_delivery',
      'SELECT ON webhook_attempt',
    ],
    worker: [
      'SELECT, DELETE ON webhook_endpoint, webhook_secret',
      'UPDATE (disabled_at, disabled_reason, failing_since, claimed_until, attempted_at) ON webhook_endpoint',
      'UPDATE (delivered_sequence, delivered_refusal) ON webhook_endpoint',
      'SELECT, INSERT, DELETE, UPDATE (attempts, next_attempt_at, delivered_at) ON webhook_delivery',
      'SELECT, INSERT ON webhook_attempt',
      'SELECT, INSERT, DELETE ON webhook_event',
    ],
  },
  staffPages,
})
