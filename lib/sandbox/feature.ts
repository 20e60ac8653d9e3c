import { feature } from '@/lib/feature'

const audit = [
  'test_account.changed',
  'test_account.created',
  'test_account.deleted',
  'test_account.imported',
  'test_account.reset',
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
}

export const sandboxFeature = feature({
  audit,
  auditGroup: 'accounts',
  foreignTables: ['application', 'wallet_account'],
  grants: {
    portal: [
      'SELECT, INSERT, UPDATE, DELETE ON test_account',
      'EXECUTE ON FUNCTION lock_test_accounts(uuid[]), describe_test_account(test_account)',
      'EXECUTE ON FUNCTION change_test_accounts(uuid[], jsonb[])',
    ],
    sandbox: [
      'SELECT ON test_account',
      'EXECUTE ON FUNCTION describe_test_account(test_account), change_test_accounts(uuid[], jsonb[])',
      'EXECUTE ON FUNCTION take_test_account_faults(uuid[], bigint[])',
    ],
  },
  rowSecurity: { byApplication: ['test_account'] },
})
