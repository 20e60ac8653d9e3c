import { feature } from '@/lib/feature'

declare module '@/lib/audit/schema' {
  interface AuditSubjects {
    mail: true
  }
}

export const mailFeature = feature({
  foreignTables: ['developer'],
  jobs: {
    'resume-mails': { at: '* * * * *', run: async () => (await import('./delivery')).resumeMails() },
  },
  retention: [
    {
      table: 'mail_message',
      where: `status IN ('sent', 'failed') AND created_at < now() - interval '90 days'`,
    },
  ],
  grants: {
    portal: [
      'SELECT, INSERT ON mail_message',
      'UPDATE (to_address, props_ciphertext, status, attempts, last_error, next_attempt_at) ON mail_message',
    ],
    worker: ['SELECT, UPDATE ON mail_message', 'INSERT ON mail_message', 'SELECT, DELETE ON mail_message'],
  },
})
