import { feature, type PagesOf } from '@/lib/feature'

const audit = ['terms.accepted', 'terms.published', 'terms.reminded'] as const

const staffPages = [
  { page: 'terms', path: '/administration/terms', group: 'settings', order: 2, icon: 'ScrollText' },
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    terms: true
  }
}

declare module '@/lib/feature' {
  interface StaffPages extends PagesOf<typeof staffPages> {}
}

export const termsFeature = feature({
  audit,
  auditGroup: 'settings',
  foreignTables: ['developer'],
  grants: {
    portal: [
      'SELECT, INSERT ON terms_version',
      'SELECT, INSERT, DELETE ON terms_acceptance',
      'SELECT, INSERT, UPDATE, DELETE ON terms_reminder',
    ],
  },
  staffPages,
})
