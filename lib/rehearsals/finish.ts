import { z } from 'zod'
import type { Prisma } from '@/generated/prisma/client'
import { lockApplication } from '@/lib/applications/target'
import { systemActor } from '@/lib/audit/schema'
import { workOnEach } from '@/lib/background'
import { command } from '@/lib/commands/command'
import { execute } from '@/lib/commands/execute'
import { database, type Transaction } from '@/lib/database'
import { done } from '@/lib/result'
import { getDescribed } from './queries'
import { type DescribedRehearsal, isRehearsalSettled, readRehearsal } from './read'
import { type NamedCall, type RehearsalReport, shownCases } from './schema'

/** The next run takes the rest. */
const perRun = 500
/** Each gateway writes once a second what it could not count. */
const lastFlushSeconds = 2

/**
 * Ends the rehearsals whose 24 hours are over, and freezes the report of each that has ended, once nothing
 * that is missing can arrive. Run when one ends, and every minute.
 * @param restSeconds after an end before it is looked at
 */
export async function finishRehearsals(signal?: AbortSignal, restSeconds = lastFlushSeconds): Promise<void> {
  const due = await database().$queryRaw<{ id: string; applicationId: string }[]>`
    SELECT id, application_id AS "applicationId" FROM rehearsal
    WHERE finished_at IS NULL AND coalesce(ended_at, ends_at) <= clock_timestamp() - make_interval(secs => ${restSeconds}) ORDER BY id LIMIT ${perRun}`
  await workOnEach(due, (input) => execute(finishRehearsal, { actor: systemActor, input }), signal)
}

/**
 * Does nothing to one that waits for calls, or that another worker finished meanwhile. A request to end it was recorded
 * with who made it.
 */
const finishRehearsal = command({
  right: 'system',
  input: z.object({ id: z.string(), applicationId: z.string() }),
  audit: 'rehearsal.ended',
  async run({ transaction, input: { id, applicationId }, emit, record }) {
    await lockApplication(transaction, applicationId)
    const described = await lockRehearsal(transaction, id)
    if (described.finishedAt !== null || !isRehearsalSettled(described)) return done(undefined)
    const view = readRehearsal(described)
    const { cases, requirements, startedAt, endedAt, endReason: reason } = view
    if (!endedAt || !reason) return done(undefined)
    await transaction.application.updateMany({
      where: { id: applicationId, rehearsalId: id },
      data: { rehearsalId: null },
    })
    const { name: applicationName } = await transaction.application.findUniqueOrThrow({
      where: { id: applicationId },
      select: { name: true },
    })
    const calls = await keepCalls(transaction, id, view.calls)
    const report = { cases, calls, requirements, applicationName } satisfies RehearsalReport
    const kept = report as unknown as Prisma.InputJsonValue
    const finishedAt = new Date(described.now)
    await transaction.rehearsal.update({
      where: { id },
      data: { endedAt, endReason: reason, finishedAt, report: kept },
    })
    const event = {
      applicationId,
      rehearsalId: id,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
      reason,
      cases: shownCases(view).map(({ id: name, outcome }) => ({ id: name, outcome })),
    }
    await emit('rehearsal.ended', event, applicationId)
    if (reason !== 'requested')
      record({ type: 'application', id: applicationId }, { rehearsalId: id, reason })
    return done(undefined)
  },
})

/** Adds what the log forgets one day. */
async function keepCalls(
  transaction: Transaction,
  rehearsalId: string,
  calls: NamedCall[],
): Promise<NamedCall[]> {
  const rows = await transaction.requestLogEntry.findMany({
    where: { rehearsalId, rehearsalNumber: { in: calls.map(({ number }) => number) } },
    select: { rehearsalNumber: true, method: true, latencyMs: true, response: true },
  })
  const kept = new Map(rows.map(({ rehearsalNumber, ...row }) => [rehearsalNumber, row]))
  return calls.map((call) => ({ ...call, kept: kept.get(call.number) }))
}

async function lockRehearsal(transaction: Transaction, id: string): Promise<DescribedRehearsal> {
  await transaction.$queryRaw`SELECT FROM rehearsal WHERE id = ${id}::uuid FOR NO KEY UPDATE`
  return getDescribed(transaction, id)
}
