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

declare module '@/lib/audit/schema' {
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

/** Deliveries that are due, those to disabled endpoints and of suspended owners left out. */
const dueDeliveries = `
  FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id
  WHERE d.next_attempt_at <= now() AND e.disabled_at IS NULL
    AND NOT EXISTS (SELECT FROM application a WHERE a.id = e.application_id AND a.owner_suspended)`

export const webhooksFeature = feature({
  audit,
  auditGroup: 'settings',
  foreignTables: ['application', 'audit_entry', 'developer', 'refused_sign_in'],
  metrics: [
    {
      name: 'guichet_webhooks_waiting',
      help: 'Webhook deliveries that are due, those to disabled endpoints and of suspended owners left out',
      statement: `SELECT count(*)::int AS value ${dueDeliveries}`,
    },
    {
      name: 'guichet_audit_webhooks_behind',
      help: 'Audit entries, or refused sign-ins, that the endpoint of the administration that is furthest behind was not sent yet, also if it is disabled',
      statement: `
        SELECT coalesce(greatest((SELECT max(sequence) FROM audit_entry) - min(delivered_sequence),
          (SELECT max(sequence) FROM refused_sign_in) - min(delivered_refusal)), 0) AS value
        FROM webhook_endpoint WHERE application_id IS NULL`,
    },
  ],
  checks: {
    webhooks: `
      SELECT CASE WHEN min(d.next_attempt_at) < now() - interval '10 minutes'
          AND NOT coalesce((SELECT at > now() - interval '10 minutes' FROM webhook_attempt ORDER BY id DESC LIMIT 1), false)
        THEN 'waiting' ELSE 'good' END AS outcome, count(*)::int AS count
      ${dueDeliveries}`,
    audit_webhooks: `
      SELECT CASE WHEN count(*) = 0 THEN 'unused' WHEN min(least(
          (SELECT at FROM audit_entry WHERE sequence > delivered_sequence ORDER BY sequence LIMIT 1),
          (SELECT at FROM refused_sign_in WHERE sequence > delivered_refusal ORDER BY sequence LIMIT 1)))
        < now() - interval '1 hour' THEN 'behind' ELSE 'good' END AS outcome
      FROM webhook_endpoint WHERE application_id IS NULL`,
  },
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
