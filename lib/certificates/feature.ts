import { feature } from '@/lib/feature'

export const certificatesFeature = feature({
  grants: {
    portal: ['SELECT, INSERT, UPDATE, DELETE ON certificate_link'],
    worker: ['SELECT ON certificate_link'],
  },
})
