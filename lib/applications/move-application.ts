import type { ApplicationState } from '@/generated/prisma/enums'
import type { Actor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/database'
import { recordEvent } from '@/lib/events/commands'
import { newId } from '@/lib/ids'

type Move = {
  applicationId: string
  from: ApplicationState
  to: ApplicationState
  actor: Actor
  reason?: string
  submissionId?: string
}

/**
 * Moves an application from one state to another and records who did it, inside the caller's transaction. If two moves
 * run at the same time, one succeeds: the update is guarded by `from`.
 * @returns false when the application was no longer in `from`; nothing is written then
 */
export async function moveApplication(transaction: Transaction, move: Move): Promise<boolean> {
  const { applicationId, from, to, actor, reason, submissionId } = move
  const at = now()
  const { count } = await transaction.application.updateMany({
    where: { id: applicationId, state: from },
    data: { state: to, stateChangedAt: at },
  })
  if (count === 0) return false
  await recordTransition(transaction, { applicationId, from, to, actor, reason, submissionId, at })
  return true
}

/** One line of the timeline, and its event; `from` is null for the creation. */
export async function recordTransition(
  transaction: Transaction,
  move: Omit<Move, 'from'> & { from: ApplicationState | null; at: Date },
): Promise<void> {
  await transaction.stateTransition.create({
    data: {
      id: newId(),
      applicationId: move.applicationId,
      submissionId: move.submissionId,
      fromState: move.from,
      toState: move.to,
      actorId: move.actor.id,
      actorRole: move.actor.role,
      reason: move.reason,
      at: move.at,
    },
  })
  const { applicationId, from: previousState, to: state } = move
  const data = { applicationId, previousState, state }
  await recordEvent(transaction, 'application.state_changed', data, applicationId)
}
