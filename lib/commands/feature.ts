import { feature } from '@/lib/feature'

export const commandsFeature = feature({
  retention: [{ table: 'idempotency_key', where: 'expires_at < now()' }],
})
