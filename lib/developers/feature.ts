import { feature, type PagesOf, removedAtOnce } from '@/lib/feature'

const audit = [
  'developer.approved',
  'developer.first_reviewer_seeded',
  'developer.identity_removed',
  'developer.invitation_cancelled',
  'developer.invited',
  'developer.language_changed',
  'developer.made_break_glass',
  'developer.profile_changed',
  'developer.reinstated',
  'developer.rejected',
  'developer.role_accepted',
  'developer.role_followed_provider',
  'developer.role_lowered',
  'developer.suspended',
  'developer.traffic_hints_chosen',
] as const

const staffPages = [
  { page: 'developers', path: '/administration/developers', group: 'people', order: 1, icon: 'Users' },
  { page: 'roles', path: '/administration/roles', group: 'people', order: 3, icon: 'ShieldCheck' },
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    developer: true
  }
}

declare module '@/lib/feature' {
  interface StaffPages extends PagesOf<typeof staffPages> {}
}

export const developersFeature = feature({
  audit,
  auditGroup: [
    ['developer.approved', 'decisions'],
    ['developer.rejected', 'decisions'],
    ['', 'access'],
  ],
  foreignTables: ['application'],
  retention: [
    // Sign-ups that were never activated, after their links are gone (the migration `identity` has the condition).
    // Their rows are locked one by one, after the statement found that they have no link. By then the person may have
    // signed up again, with a new link that would be deleted with the account.
    { what: 'developer', statement: `SELECT prune_unactivated(${removedAtOnce})`, inOneSnapshot: true },
  ],
  grants: {
    portal: ['SELECT, INSERT, UPDATE ON developer'],
    worker: ['SELECT ON developer', 'EXECUTE ON FUNCTION prune_unactivated(integer)'],
  },
  staffPages,
  waiting: { developers: async () => (await import('./directory')).countAwaitingApproval() },
})
