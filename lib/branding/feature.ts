import { feature } from '@/lib/feature'

export const brandingFeature = feature({
  grants: {
    portal: ['SELECT, INSERT, UPDATE, DELETE ON branding'],
    worker: ['SELECT ON branding'],
  },
})
