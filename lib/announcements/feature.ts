import { feature, type PagesOf } from '@/lib/feature'

const audit = ['announcement.changed', 'announcement.published', 'announcement.withdrawn'] as const

const staffPages = [
  {
    page: 'announcements',
    path: '/administration/announcements',
    group: 'messages',
    order: 1,
    icon: 'Megaphone',
  },
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    announcement: true
  }
}

declare module '@/lib/feature' {
  interface StaffPages extends PagesOf<typeof staffPages> {}
}

export const announcementsFeature = feature({
  audit,
  auditGroup: 'settings',
  foreignTables: ['application', 'developer', 'usage_minute'],
  jobs: {
    'mail-announcements': {
      at: '* * * * *',
      run: async ({ signal }) => (await import('./mail-announcements')).mailAnnouncements({ signal }),
    },
  },
  grants: {
    portal: ['SELECT, INSERT, UPDATE ON announcement', 'SELECT, INSERT, DELETE ON announcement_recipient'],
    gateways: ['SELECT (id, endpoint, starts_at, sunset_on, published_at, withdrawn_at) ON announcement'],
    worker: ['SELECT ON announcement', 'SELECT, DELETE ON announcement_recipient'],
  },
  staffPages,
})
