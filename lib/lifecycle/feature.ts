import { feature } from '@/lib/feature'

const audit = [
  'application.viewed_for_support',
  'developer.data_exported',
  'developer.deleted',
  'developer.erased',
  'keys.rotated',
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    keyring: true
  }
}

export const lifecycleFeature = feature({
  foreignTables: [
    'access_token',
    'application',
    'application_member',
    'audit_address',
    'audit_entry',
    'client_secret',
    'developer',
    'email_link',
    'session',
  ],
  audit,
  auditGroup: [
    ['application.', 'applications'],
    ['keys.', 'secrets'],
    ['', 'access'],
  ],
})
