import { feature } from '@/lib/feature'

export const commandsFeature = feature({
  foreignTables: ['single_use'],
  checks: {
    // Every form leaves a row in one of them, which the clean-up removes within five minutes of its end.
    cleanup: `
      SELECT CASE WHEN hours > 2 THEN 'stopped' ELSE 'good' END AS outcome, floor(hours) AS hours
      FROM (SELECT extract(epoch FROM now() - least(
        (SELECT min(expires_at) FROM single_use), (SELECT min(expires_at) FROM idempotency_key)))::float8 / 3600 AS hours) oldest`,
  },
  retention: [{ table: 'idempotency_key', where: 'expires_at < now()' }],
  grants: {
    portal: ['SELECT, INSERT, UPDATE, DELETE ON idempotency_key'],
    worker: ['SELECT, DELETE ON idempotency_key'],
  },
})
