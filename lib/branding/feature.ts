import { feature, type PagesOf } from '@/lib/feature'

const audit = ['branding.saved'] as const

const staffPages = [
  { page: 'branding', path: '/administration/branding', group: 'settings', order: 1, icon: 'Palette' },
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    branding: true
  }
}

declare module '@/lib/feature' {
  interface StaffPages extends PagesOf<typeof staffPages> {}
}

export const brandingFeature = feature({
  audit,
  auditGroup: 'settings',
  grants: {
    portal: ['SELECT, INSERT, UPDATE, DELETE ON branding'],
    worker: ['SELECT ON branding'],
  },
  staffPages,
})
