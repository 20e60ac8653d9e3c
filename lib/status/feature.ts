import { feature } from '@/lib/feature'

export const statusFeature = feature({
  retention: [{ table: 'service_day', where: `day < (now() AT TIME ZONE 'UTC')::date - 90` }],
  grants: {
    portal: ['SELECT ON service_day'],
    worker: ['SELECT, INSERT, UPDATE, DELETE ON service_day'],
  },
})
