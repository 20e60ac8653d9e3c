import { feature } from '@/lib/feature'

export const accessKeysFeature = feature({
  retention: [{ table: 'personal_access_key', where: `expires_at < now() - interval '30 days'` }],
})
