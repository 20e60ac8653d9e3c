import { feature, firstIdOf } from '@/lib/feature'

/** Of events, delivered or not. */
const eventsKept = `interval '30 days'`

export const webhooksFeature = feature({
  retention: [
    // Before its event, as an announcement has one for each of thousands of endpoints.
    { table: 'webhook_delivery', where: `event_id < ${firstIdOf(`now() - ${eventsKept}`)}` },
    {
      table: 'webhook_event',
      where: `id < ${firstIdOf(`now() - ${eventsKept}`)}
        AND NOT EXISTS (SELECT FROM webhook_delivery WHERE event_id = old.id)`,
    },
    { table: 'webhook_secret', where: 'expires_at < now()' },
    // The deletion of the application is the last event that they get.
    {
      table: 'webhook_endpoint',
      where: `EXISTS (SELECT FROM application a WHERE a.id = old.application_id AND a.state = 'deleted')
        AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = old.id AND d.next_attempt_at IS NOT NULL)`,
    },
  ],
})
