import { feature } from '@/lib/feature'

export const validationFeature = feature({
  jobs: {
    'prove-approval': {
      run: async ({ payload }) => (await import('./prove-approval')).proveApproval(payload),
    },
    'resume-proofs': { at: '* * * * *', run: async () => (await import('./prove-approval')).resumeProofs() },
    // Checks whether a business day has begun; missed runs are made up for one by one when the worker starts late.
    'remind-overdue': {
      at: '*/15 * * * *',
      backfillMs: 12 * 3_600_000,
      oneByOne: true,
      run: async ({ payload }) => (await import('./overdue')).remindOverdueSubmissions(payload),
    },
    'expire-documents': {
      at: '20 6 * * *',
      backfillMs: 12 * 3_600_000,
      run: async () => (await import('./expiring-documents')).handleExpiringDocuments(),
    },
  },
  retention: [
    { table: 'decision_draft', where: `saved_at < now() - interval '1 day'` },
    {
      table: 'approved_access',
      where: `NOT EXISTS (SELECT FROM submission s WHERE s.id = old.submission_id AND s.state = 'in_validation')`,
    },
  ],
})
