import { feature, type PagesOf } from '@/lib/feature'

const audit = [
  'application.access_changed',
  'application.changed',
  'application.created',
  'application.deleted',
  'application.handed_over',
  'application.invitation_declined',
  'application.invitation_revoked',
  'application.member_invited',
  'application.member_joined',
  'application.member_left',
  'application.member_made_owner',
  'application.member_removed',
  'application.moved',
  'application.owner_appointed',
  'application.reinstated',
  'application.suspended',
  'application.switched_to_secret',
] as const

const staffPages = [
  {
    page: 'applications',
    path: '/administration/applications',
    group: 'review',
    order: 4,
    icon: 'AppWindow',
  },
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    application: true
  }
}

declare module '@/lib/feature' {
  interface StaffPages extends PagesOf<typeof staffPages> {}
}

export const applicationsFeature = feature({
  audit,
  auditGroup: 'applications',
  foreignTables: ['developer', 'organisation'],
  metrics: [
    {
      name: 'guichet_applications',
      help: 'Applications by environment and state, deleted ones left out',
      labels: ['environment', 'state'],
      statement: `
        SELECT environment, state, count(*)::int AS value FROM application
        WHERE state <> 'deleted' AND developer_id IS NOT NULL GROUP BY 1, 2`,
    },
  ],
  retention: [{ table: 'application_invitation', where: `expires_at < now() - interval '7 days'` }],
  grants: {
    portal: [
      'SELECT, INSERT, UPDATE ON application',
      'SELECT, INSERT ON state_transition, application_participant',
      'SELECT ON application_team',
      'SELECT, INSERT, UPDATE, DELETE ON application_member, application_invitation',
    ],
    gateways: [
      'SELECT (id, environment, state, client_id, access, owner_suspended, rate_limit) ON application',
      'SELECT (client_authentication, allowed_networks, rehearsal_id) ON application',
      'SELECT ON rights_counter, rights_change',
    ],
    worker: [
      'SELECT, UPDATE ON application',
      'SELECT ON application_member, application_participant, application_team',
      'SELECT, INSERT ON state_transition',
      'SELECT, DELETE ON application_invitation',
    ],
  },
  rowSecurity: { byEnvironment: ['application'] },
  staffPages,
})
