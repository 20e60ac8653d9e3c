import { feature } from '@/lib/feature'

export const eventsFeature = feature({
  foreignTables: ['application', 'webhook_delivery', 'webhook_endpoint', 'webhook_event'],
})
