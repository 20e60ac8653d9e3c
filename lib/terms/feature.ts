import { feature } from '@/lib/feature'

export const termsFeature = feature({
  grants: {
    portal: [
      'SELECT, INSERT ON terms_version',
      'SELECT, INSERT, DELETE ON terms_acceptance',
      'SELECT, INSERT, UPDATE, DELETE ON terms_reminder',
    ],
  },
})
