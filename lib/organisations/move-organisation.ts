import { Prisma } from '@/generated/prisma/client'
import type { OrganisationState } from '@/generated/prisma/enums'
import type { Actor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/database'
import { recordEvent } from '@/lib/events/commands'
import { newId } from '@/lib/ids'

type Move = {
  organisationId: string
  from: OrganisationState
  to: OrganisationState
  actor: Actor
  reason?: string
  submissionId?: string
}

/**
 * Moves an organisation from one state to another and records who did it, inside the caller's transaction; see
 * `moveApplication`.
 * @returns false when it was no longer in `from`; nothing is written then
 */
export async function moveOrganisation(transaction: Transaction, move: Move): Promise<boolean> {
  const { organisationId, from, to } = move
  const at = now()
  const { count } = await transaction.organisation.updateMany({
    where: { id: organisationId, state: from },
    data: { state: to, stateChangedAt: at, ...(to === 'verified' ? { verifiedAt: at } : {}) },
  })
  if (count === 0) return false
  await recordOrganisationTransition(transaction, { ...move, at })
  return true
}

/** One line of the timeline, and its event to endpoints of its applications; `from` is null for the creation. */
export async function recordOrganisationTransition(
  transaction: Transaction,
  { from, to, actor, ...move }: Omit<Move, 'from'> & { from: OrganisationState | null; at: Date },
): Promise<void> {
  await transaction.organisationTransition.create({
    data: { ...move, id: newId(), fromState: from, toState: to, actorId: actor.id, actorRole: actor.role },
  })
  const { organisationId } = move
  const data = { organisationId, previousState: from, state: to }
  const applications = Prisma.sql`a.organisation_id = ${organisationId}::uuid AND a.state <> 'deleted'`
  await recordEvent(transaction, 'organisation.state_changed', data, applications)
}
