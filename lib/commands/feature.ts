import { feature } from '@/lib/feature'

export const commandsFeature = feature({
  retention: [{ table: 'idempotency_key', where: 'expires_at < now()' }],
  grants: {
    portal: ['SELECT, INSERT, UPDATE, DELETE ON idempotency_key'],
    worker: ['SELECT, DELETE ON idempotency_key'],
  },
})
