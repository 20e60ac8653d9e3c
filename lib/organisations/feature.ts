import { feature } from '@/lib/feature'

export const organisationsFeature = feature({
  grants: {
    portal: ['SELECT, INSERT ON organisation_transition', 'SELECT, INSERT, UPDATE ON organisation'],
    worker: ['SELECT, UPDATE ON organisation', 'SELECT, INSERT ON organisation_transition'],
  },
})
