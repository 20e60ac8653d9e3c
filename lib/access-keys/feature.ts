import { feature } from '@/lib/feature'

export const accessKeysFeature = feature({
  retention: [{ table: 'personal_access_key', where: `expires_at < now() - interval '30 days'` }],
  grants: {
    portal: ['UPDATE (last_used_at) ON personal_access_key', 'SELECT, INSERT, DELETE ON personal_access_key'],
    worker: ['SELECT, DELETE ON personal_access_key'],
  },
})
