import { feature } from '@/lib/feature'

export const networksFeature = feature({
  retention: [
    // Calls are counted by network for 34 days, this one included.
    { table: 'network_day', where: `day < (now() AT TIME ZONE 'UTC')::date - 34` },
  ],
  grants: {
    portal: ['SELECT, DELETE ON network_day'],
    production: ['EXECUTE ON FUNCTION count_networks(uuid[], date[], text[], bigint[])'],
    worker: ['SELECT, DELETE ON network_day'],
  },
})
