import { feature } from '@/lib/feature'

const audit = [
  'feed.position_forgotten',
  'feed.refused_discarded',
  'feed.refused_exported',
  'feed.resumed',
  'feed.retry_requested',
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
}

export const feedFeature = feature({
  audit,
  auditGroup: 'accounts',
  foreignTables: ['account_import', 'audit_entry'],
  checks: {
    feed: async () => (await import('./queries')).feedCheck,
  },
  retention: [
    { table: 'refused_change', where: `last_at < now() - interval '30 days'` },
    { table: 'feed_minute', where: `minute < now() - interval '2 days'` },
  ],
  grants: {
    portal: [
      'SELECT ON feed_position, feed_minute, feed_sender, refused_change',
      'UPDATE (paused_at, paused_reason, refused_in_a_row) ON feed_sender',
      'UPDATE (retry_at), DELETE ON refused_change',
      'DELETE ON feed_position',
    ],
    worker: ['SELECT, DELETE ON refused_change, feed_minute', 'SELECT ON feed_sender, feed_position'],
    feed: [
      'SELECT, INSERT, UPDATE, DELETE ON feed_position, refused_change',
      'SELECT, INSERT, UPDATE ON feed_sender, feed_minute',
      'USAGE ON SEQUENCE refused_change_id_seq',
    ],
  },
})
