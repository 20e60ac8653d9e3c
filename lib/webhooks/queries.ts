import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import type { EndpointView } from './schema'

const shownDeliveries = 20
const shownAttempts = 15

/**
 * The endpoints of an application, oldest first, each with its 20 latest deliveries.
 * @param applicationId of an application that the caller has looked up with the owner's rights; null for the
 *   endpoints of the administration
 */
export async function listEndpoints(applicationId: string | null): Promise<EndpointView[]> {
  const log =
    applicationId === null ? await database().auditEntry.aggregate({ _max: { sequence: true } }) : null
  const last = log?._max.sequence ?? 0n
  const found = await database().webhookEndpoint.findMany({
    where: { applicationId },
    orderBy: { id: 'asc' },
    include: {
      secrets: { where: { expiresAt: { gt: now() } }, select: { expiresAt: true } },
      deliveries: {
        orderBy: { eventId: 'desc' },
        take: shownDeliveries,
        include: {
          event: { select: { type: true, createdAt: true, data: true } },
          tries: {
            orderBy: { id: 'desc' },
            take: shownAttempts,
            select: { id: true, at: true, status: true, error: true, durationMs: true, response: true },
          },
        },
      },
    },
  })
  return found.map(({ secrets, deliveries, deliveredSequence, ...endpoint }) => ({
    ...endpoint,
    behind: deliveredSequence === null ? null : Number(last - deliveredSequence),
    previousSecretUntil: secrets[0]?.expiresAt ?? null,
    deliveries: deliveries.map(({ event, eventId, nextAttemptAt, deliveredAt, tries }) => ({
      ...event,
      eventId,
      nextAttemptAt,
      state: nextAttemptAt ? 'waiting' : deliveredAt ? 'delivered' : 'failed',
      tries,
    })),
  }))
}
