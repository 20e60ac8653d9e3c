import { feature } from '@/lib/feature'

export const documentsFeature = feature({
  jobs: {
    'purge-documents': {
      at: '30 2 * * *',
      backfillMs: 86_400_000,
      run: async ({ report, signal }) => (await import('./retention')).purgeDocuments(report, signal),
    },
  },
  retention: [{ table: 'upload_window', where: `started_at < now() - interval '1 day'` }],
})
