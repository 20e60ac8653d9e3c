import { feature } from '@/lib/feature'

export const mailFeature = feature({
  jobs: {
    'resume-mails': { at: '* * * * *', run: async () => (await import('./delivery')).resumeMails() },
  },
  retention: [
    {
      table: 'mail_message',
      where: `status IN ('sent', 'failed') AND created_at < now() - interval '90 days'`,
    },
  ],
})
