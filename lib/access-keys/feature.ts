import { feature } from '@/lib/feature'

const audit = ['access_key.created', 'access_key.removed'] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    access_key: true
  }
}

export const accessKeysFeature = feature({
  audit,
  auditGroup: 'secrets',
  foreignTables: ['application', 'audit_entry', 'developer', 'passkey', 'sign_in_identity', 'totp_factor'],
  retention: [{ table: 'personal_access_key', where: `expires_at < now() - interval '30 days'` }],
  grants: {
    portal: ['UPDATE (last_used_at) ON personal_access_key', 'SELECT, INSERT, DELETE ON personal_access_key'],
    worker: ['SELECT, DELETE ON personal_access_key'],
  },
})
