import { feature, type PagesOf } from '@/lib/feature'

const audit = [
  'organisation.changed',
  'organisation.closed',
  'organisation.created',
  'organisation.handed_over',
  'organisation.invitation_declined',
  'organisation.invitation_revoked',
  'organisation.member_invited',
  'organisation.member_joined',
  'organisation.member_left',
  'organisation.member_made_owner',
  'organisation.member_removed',
  'organisation.owner_appointed',
  'organisation.reinstated',
  'organisation.suspended',
] as const

const staffPages = [
  {
    page: 'organisations',
    path: '/administration/organisations',
    group: 'people',
    order: 2,
    icon: 'Building2',
  },
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    organisation: true
  }
}

declare module '@/lib/feature' {
  interface StaffPages extends PagesOf<typeof staffPages> {}
}

export const organisationsFeature = feature({
  audit,
  auditGroup: 'applications',
  grants: {
    portal: ['SELECT, INSERT ON organisation_transition', 'SELECT, INSERT, UPDATE ON organisation'],
    worker: ['SELECT, UPDATE ON organisation', 'SELECT, INSERT ON organisation_transition'],
  },
  staffPages,
})
