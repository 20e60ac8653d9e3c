import { feature } from '@/lib/feature'

export const applicationsFeature = feature({
  retention: [{ table: 'application_invitation', where: `expires_at < now() - interval '7 days'` }],
})
