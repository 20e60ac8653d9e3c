import { now } from '@/lib/clock'
import { command, type Target } from '@/lib/commands/command'
import { database } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import { done } from '@/lib/result'

/** One page of alerts, newest first, with the application that each is about. */
export async function listAlerts({ open }: { open: boolean }, olderThan: string | undefined, limit: number) {
  const found = await database().operatorAlert.findMany({
    where: {
      resolvedAt: open ? null : { not: null },
      ...(isUuid(olderThan) ? { id: { lt: olderThan } } : {}),
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const rows = found.slice(0, limit)
  // There is no foreign key between them, so that a gateway can raise an alert without waiting for a lock.
  const applications = await database().application.findMany({
    where: { id: { in: rows.map(({ applicationId }) => applicationId) } },
    select: { id: true, name: true, environment: true },
  })
  const byId = new Map(applications.map((each) => [each.id, each]))
  return {
    rows: rows.map((row) => ({ ...row, application: byId.get(row.applicationId) ?? null })),
    older: found.length > limit,
  }
}

/** In each minute of an hour: unknown accounts, and calls refused for a limit. Empty once they are summed. */
export async function measureAlert(applicationId: string, from: Date) {
  const begins = from.toISOString()
  const minutes = await database().$queryRaw<{ unknown: number; refused: number }[]>`
    SELECT coalesce((codes->>'account_not_found')::float8, 0) AS unknown,
      coalesce((codes->>'quota_exceeded')::float8, 0) AS refused
    FROM generate_series(${begins}::timestamptz, ${begins}::timestamptz + interval '59 minutes', '1 minute') AS at
    LEFT JOIN usage_minute ON minute = at AND application_id = ${applicationId}::uuid AND endpoint = 'account'
    ORDER BY at`
  return minutes.some(({ unknown }) => unknown > 0) ? minutes : []
}

/** The number of unresolved alerts. */
export async function countOpenAlerts(): Promise<number> {
  return database().operatorAlert.count({ where: { resolvedAt: null } })
}

/** An alert that no one has resolved. */
const openAlert: Target<'alert', { id: string }, never> = {
  name: 'alert',
  find: (transaction, _right, id) =>
    transaction.operatorAlert.findFirst({ where: { id, resolvedAt: null }, select: { id: true } }),
  async lock(transaction, id) {
    await transaction.$queryRaw`SELECT id FROM operator_alert WHERE id = ${id}::uuid FOR UPDATE`
  },
  subject: ({ id }) => ({ type: 'alert', id }),
}

/** Records that an administrator has resolved an alert. @returns refused `not_found`, also if someone else has */
export const resolveAlert = command({
  on: openAlert,
  right: 'administrator',
  confirm: 'always',
  audit: 'alert.resolved',
  async run({ transaction, actor, alert: { id }, record }) {
    const data = { resolvedAt: now(), resolvedById: actor.id }
    await transaction.operatorAlert.update({ where: { id }, data })
    record({ type: 'alert', id })
    return done(undefined)
  },
})
