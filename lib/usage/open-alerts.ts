import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database, onRow } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import { done, type Result, refused } from '@/lib/result'

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

/** The number of unresolved alerts. */
export async function countOpenAlerts(): Promise<number> {
  return database().operatorAlert.count({ where: { resolvedAt: null } })
}

/**
 * Records that an administrator has resolved an alert.
 * @returns refused `not_found`, also when someone else has resolved it already
 */
export async function resolveAlert(
  alertId: string,
  administrator: Administrator,
): Promise<Result<undefined, 'not_found'>> {
  return onRow(alertId, async (transaction) => {
    const { count } = await transaction.operatorAlert.updateMany({
      where: { id: alertId, resolvedAt: null },
      data: { resolvedAt: now(), resolvedById: administrator.id },
    })
    if (count === 0) return refused('not_found')
    await recordAudit(transaction, administrator, 'alert.resolved', { type: 'alert', id: alertId })
    return done(undefined)
  })
}
