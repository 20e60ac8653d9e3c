import { feature } from '@/lib/feature'

const audit = ['mail.sent_again'] as const

declare module '@/lib/audit/actions' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
}

export const outboxFeature = feature({
  audit,
  grants: {
    portal: ['EXECUTE ON FUNCTION enqueue_job(text, jsonb, timestamptz, text)'],
    worker: ['EXECUTE ON FUNCTION enqueue_job(text, jsonb, timestamptz, text)'],
  },
})
