import { feature, firstIdOf, type PagesOf, type Retention } from '@/lib/feature'
import { requestLogRetention } from './schema'

const audit = ['alert.resolved'] as const

const staffPages = [
  { page: 'alerts', path: '/administration/alerts', group: 'service', order: 1, icon: 'BellRing' },
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    alert: true
  }
}

const hour = 3_600_000
/** More than of other rows: finding calls in all applications costs more than removing them. */
const callsAtOnce = 5000

declare module '@/lib/feature' {
  interface StaffPages extends PagesOf<typeof staffPages> {}
}

export const usageFeature = feature({
  audit,
  foreignTables: ['application', 'client_secret', 'organisation', 'rehearsal', 'throttle'],
  checks: {
    calls: `
      SELECT CASE WHEN failed > calls * 0.01 THEN 'failing' WHEN slow > calls * 0.01 THEN 'slow' ELSE 'good' END AS outcome,
        calls, failed, slow
      FROM (
        SELECT coalesce(sum(succeeded + refused + limited + u.failed), 0)::int AS calls, coalesce(sum(u.failed), 0)::int AS failed,
          coalesce(sum(latency_le_700 + latency_le_1000 + latency_le_2000 + latency_le_5000 + latency_over_1000), 0)::int AS slow
        FROM usage_minute u JOIN application a ON a.id = u.application_id
        WHERE environment = 'production' AND endpoint IN ('token', 'account') AND minute > now() - interval '10 minutes') lately`,
  },
  jobs: {
    'tell-administrators': { at: '* * * * *', run: async () => (await import('./mails')).mailAlerts() },
    'roll-up-usage': {
      at: '10 * * * *',
      backfillMs: hour,
      run: async (context) => (await import('./roll-up')).rollUpHourly(context),
    },
    'send-hints': {
      at: '0 6 * * *',
      backfillMs: 12 * hour,
      run: async () => (await import('./mails')).sendHints(),
    },
  },
  retention: [
    {
      table: 'operator_alert',
      where: `handled_at IS NOT NULL AND created_at < now() - interval '90 days'`,
    },
    // A gateway that was cut off repeats its batch however late. Usage of minutes that were summed into hours no longer
    // counts, which is the case after two days and a few hours (lib/usage/roll-up.ts).
    {
      table: 'usage_flush',
      where: `id < ${firstIdOf(`now() - interval '3 days'`)} AND written_at < now() - interval '3 days'`,
    },
    oldCalls(),
  ],
  grants: {
    portal: [
      'UPDATE (resolved_at, resolved_by_id) ON operator_alert',
      'UPDATE (address) ON recent_call',
      'SELECT ON usage_minute, usage_history, recent_call, operator_alert',
      'EXECUTE ON FUNCTION usage_of(uuid[], timestamptz, timestamptz)',
      'EXECUTE ON FUNCTION usage_of(uuid, timestamptz, timestamptz)',
    ],
    gateways: [
      'SELECT, INSERT, UPDATE ON usage_minute',
      'SELECT, INSERT ON usage_flush',
      'INSERT ON recent_call, operator_alert',
      'USAGE ON SEQUENCE recent_call_id_seq',
    ],
    worker: [
      'SELECT, DELETE ON recent_call, operator_alert, usage_flush',
      'SELECT ON usage_minute',
      'SELECT, INSERT, UPDATE, DELETE ON usage_hour, usage_day',
      'SELECT, INSERT, UPDATE ON usage_rollup, traffic_hint_mail',
      'EXECUTE ON FUNCTION prepare_usage_partitions(integer), drop_usage_partition(timestamptz)',
      'UPDATE (handled_at) ON operator_alert',
    ],
  },
  rowSecurity: { byApplication: ['operator_alert', 'recent_call', 'usage_minute'] },
  staffPages,
  waiting: { alerts: async () => (await import('./alert')).countOpenAlerts() },
})

function oldCalls(): Retention {
  const { successes, errors } = requestLogRetention
  return {
    what: 'recent_call',
    // Skips from application to application in the index, and finds the end of each one's last calls.
    statement: `
      WITH RECURSIVE seen AS (
        (SELECT application_id FROM recent_call ORDER BY application_id LIMIT 1)
        UNION ALL
        SELECT (SELECT application_id FROM recent_call
                WHERE application_id > seen.application_id ORDER BY application_id LIMIT 1)
        FROM seen WHERE seen.application_id IS NOT NULL)
      DELETE FROM recent_call WHERE id IN (
        SELECT call.id FROM seen
        CROSS JOIN LATERAL (
          SELECT id FROM (
            SELECT id, at, status, rehearsal_id,
              row_number() OVER (PARTITION BY status < 400 ORDER BY id DESC) AS place
            FROM (SELECT id, at, status, rehearsal_id FROM recent_call WHERE application_id = seen.application_id
                  ORDER BY id DESC LIMIT ${successes.calls + errors.calls + callsAtOnce}) newest_first) ranked
          WHERE CASE WHEN status < 400
            THEN place > ${successes.calls} OR at < now() - interval '${successes.days} days'
            ELSE place > ${errors.calls} OR at < now() - interval '${errors.days} days' END
            AND NOT EXISTS (SELECT FROM rehearsal r WHERE r.id = ranked.rehearsal_id AND r.finished_at IS NULL)
          LIMIT ${callsAtOnce}) call
        LIMIT ${callsAtOnce})`,
    limit: callsAtOnce,
  }
}
