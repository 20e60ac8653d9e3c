import { feature, type PagesOf } from '@/lib/feature'

const audit = ['mail.sent_again'] as const

const staffPages = [
  { page: 'outbox', path: '/administration/outbox', group: 'messages', order: 2, icon: 'Mails' },
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
}

declare module '@/lib/feature' {
  interface StaffPages extends PagesOf<typeof staffPages> {}
}

export const outboxFeature = feature({
  audit,
  foreignTables: ['mail_message'],
  grants: {
    portal: ['EXECUTE ON FUNCTION enqueue_job(text, jsonb, timestamptz, text)'],
    worker: ['EXECUTE ON FUNCTION enqueue_job(text, jsonb, timestamptz, text)'],
  },
  staffPages,
  waiting: { outbox: async () => (await import('./outbox')).countUnsent() },
})
