import { feature } from '@/lib/feature'

export const walletFeature = feature({
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
})
