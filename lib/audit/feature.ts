import { feature, type PagesOf } from '@/lib/feature'

const audit = ['audit.exported'] as const

const staffPages = [
  // Sign-ins are most of the log, and rarely what one looks for: a chip of the page shows them.
  {
    page: 'audit',
    path: '/administration/audit?hideSignIns=on',
    group: 'service',
    order: 4,
    icon: 'ScrollText',
  },
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    audit_log: true
  }
}

declare module '@/lib/feature' {
  interface StaffPages extends PagesOf<typeof staffPages> {}
}

export const auditFeature = feature({
  audit,
  retention: [
    {
      table: 'audit_address',
      where: (settings) => `recorded_at < now() - interval '${settings.AUDIT_ADDRESS_RETENTION_DAYS} days'`,
    },
  ],
  grants: {
    portal: ['SELECT, INSERT ON audit_entry', 'SELECT, DELETE ON audit_address'],
    worker: [
      'SELECT, INSERT ON audit_entry',
      'SELECT, DELETE ON audit_address',
      // For the previous version alone.
      'SELECT, INSERT, UPDATE ON audit_stream',
    ],
    feed: ['INSERT ON audit_entry'],
  },
  staffPages,
})
