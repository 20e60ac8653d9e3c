import { feature } from '@/lib/feature'

export const requestsFeature = feature({
  grants: {
    portal: ['SELECT, INSERT, UPDATE ON limit_request, network_request'],
  },
})
