import { feature } from '@/lib/feature'

export const feedFeature = feature({
  retention: [
    { table: 'refused_change', where: `last_at < now() - interval '30 days'` },
    { table: 'feed_minute', where: `minute < now() - interval '2 days'` },
  ],
})
