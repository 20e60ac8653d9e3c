import { feature } from '@/lib/feature'

const audit = ['document.purged', 'document.uploaded', 'document.validity_set'] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    document: true
  }
}

export const documentsFeature = feature({
  audit,
  auditGroup: 'applications',
  foreignTables: ['account_import', 'application', 'organisation', 'submission'],
  jobs: {
    'purge-documents': {
      at: '30 2 * * *',
      backfillMs: 86_400_000,
      run: async ({ report, signal }) => (await import('./retention')).purgeDocuments(report, signal),
    },
  },
  retention: [{ table: 'upload_window', where: `started_at < now() - interval '1 day'` }],
  grants: {
    portal: [
      'SELECT, INSERT, UPDATE ON document',
      'SELECT, INSERT ON document_chunk',
      'SELECT, INSERT, DELETE ON upload_chunk',
      'SELECT, INSERT, UPDATE, DELETE ON upload_window',
      'EXECUTE ON FUNCTION discard_replaced_document(uuid)',
    ],
    worker: [
      'SELECT ON document',
      'SELECT, DELETE ON document_chunk, upload_chunk, upload_window',
      'UPDATE (purged_at) ON document',
    ],
  },
})
