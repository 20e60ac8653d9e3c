import { feature } from '@/lib/feature'

const audit = [
  'client_key.added',
  'client_key.removed',
  'secret.ended',
  'secret.revealed',
  'secret.rotated',
  'secret.used',
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    client_secret: true
    client_key: true
  }
}

export const credentialsFeature = feature({
  audit,
  auditGroup: 'secrets',
  foreignTables: ['access_token'],
  jobs: {
    'retire-secrets': {
      at: '* * * * *',
      run: async ({ signal }) => (await import('./client-secret')).retireSecrets(signal),
    },
  },
  grants: {
    portal: [
      'SELECT, INSERT, UPDATE ON client_secret',
      'SELECT, INSERT, DELETE ON client_key',
      'UPDATE (last_used_address) ON client_key',
    ],
    gateways: [
      'SELECT (id, application_id, secret_hash, hash_key_id, retires_at, revoked_at, last_used_at, proof) ON client_secret',
      'UPDATE (last_used_at, last_used_address) ON client_secret, client_key',
      'SELECT (id, application_id, kid, algorithms, public_key, last_used_at) ON client_key',
    ],
    worker: ['SELECT, UPDATE ON client_secret'],
  },
  rowSecurity: { byApplication: ['client_key', 'client_secret'] },
})
