import { feature, type PagesOf } from '@/lib/feature'

const audit = [
  'account.looked_up',
  'accounts.changed',
  'accounts.imported',
  'accounts.upload_refused',
  'accounts.uploaded',
] as const

const staffPages = [
  { page: 'accounts', path: '/administration/accounts', group: 'service', order: 3, icon: 'Wallet' },
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    account: true
  }
}

declare module '@/lib/feature' {
  interface StaffPages extends PagesOf<typeof staffPages> {}
}

export const walletFeature = feature({
  audit,
  auditGroup: 'accounts',
  foreignTables: ['account_grant', 'application', 'audit_entry', 'refused_change', 'upload_chunk'],
  metrics: [
    {
      name: 'guichet_accounts_newest_change_age_seconds',
      help: 'Time since the newest change of accounts of Production that an import or a stream brought',
      statement: `
        SELECT extract(epoch FROM now() - max(as_of)) AS value FROM account_import
        WHERE environment = 'production'`,
    },
  ],
  checks: {
    accounts: `
      SELECT CASE WHEN hours IS NULL THEN 'unused' WHEN hours > 36 THEN 'stale' ELSE 'good' END AS outcome, floor(hours) AS hours
      FROM (SELECT extract(epoch FROM now() - max(as_of))::float8 / 3600 AS hours
        FROM account_import WHERE environment = 'production') newest`,
  },
  jobs: {
    // Also continues what a killed worker left, and what waited for another import to end.
    'apply-account-uploads': {
      at: '* * * * *',
      run: async ({ pool, signal }) => (await import('./apply-uploads')).applyUploads(pool, signal),
    },
  },
  retention: [
    // What a killed import has read of its file.
    { what: 'staged_import', statement: `SELECT WHERE discard_staged_import('1 day', 'production')` },
    { what: 'staged_import', statement: `SELECT WHERE discard_staged_import('1 day', 'sandbox')` },
    { table: 'waiting_details', where: `arrived_at < now() - interval '30 days'` },
    // The newest is kept for the age of the newest change.
    {
      table: 'account_import',
      where: `created_at < now() - interval '400 days' AND EXISTS (
        SELECT FROM account_import newer WHERE newer.environment = old.environment AND newer.as_of > old.as_of)`,
    },
  ],
  grants: {
    portal: [
      'SELECT ON wallet_account, removed_account, account_import',
      'INSERT (environment, source, state, requested_by_id, upload_id, encryption_key_id, size, options) ON account_import',
      'USAGE ON SEQUENCE account_import_id_seq',
    ],
    gateways: ['SELECT ON wallet_account'],
    worker: [
      'SELECT, INSERT, UPDATE, DELETE ON wallet_account, removed_account, waiting_details',
      'SELECT, UPDATE, DELETE ON account_import',
      'EXECUTE ON FUNCTION stage_accounts(), sort_staged_accounts(), discard_staged_import(interval)',
      'EXECUTE ON FUNCTION discard_staged_import(interval, environment)',
    ],
    feed: [
      'SELECT, INSERT, UPDATE, DELETE ON wallet_account, removed_account, waiting_details',
      'USAGE ON SEQUENCE account_import_id_seq',
      'SELECT, INSERT, UPDATE (as_of, ended_at) ON account_import',
    ],
  },
  rowSecurity: {
    byEnvironment: ['wallet_account'],
    ofFeed: ['account_import', 'removed_account', 'waiting_details', 'wallet_account'],
  },
  staffPages,
})
