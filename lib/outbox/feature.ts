import { feature } from '@/lib/feature'

export const outboxFeature = feature({
  grants: {
    portal: ['EXECUTE ON FUNCTION enqueue_job(text, jsonb, timestamptz, text)'],
    worker: ['EXECUTE ON FUNCTION enqueue_job(text, jsonb, timestamptz, text)'],
  },
})
