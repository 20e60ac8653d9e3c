import type { OrganisationState } from '@/generated/prisma/enums'
import type { TransitionActor } from '@/lib/applications/states'

type Transition = {
  action: string
  from: OrganisationState
  to: OrganisationState
  by: readonly TransitionActor[]
}

const reviewers: readonly TransitionActor[] = ['reviewer', 'administrator']

/**
 * Every allowed change of state of an organisation; any other is refused. Commands, pages and the test that tries all pairs
 * use this one table.
 */
export const organisationTransitions = [
  { action: 'submit', from: 'draft', to: 'in_verification', by: ['owner'] },
  { action: 'withdraw', from: 'in_verification', to: 'draft', by: ['owner'] },
  { action: 'approve', from: 'in_verification', to: 'verified', by: reviewers },
  { action: 'request_changes', from: 'in_verification', to: 'changes_requested', by: reviewers },
  { action: 'reject', from: 'in_verification', to: 'rejected', by: reviewers },
  { action: 'resubmit', from: 'changes_requested', to: 'in_verification', by: ['owner'] },
  { action: 'reopen', from: 'rejected', to: 'draft', by: ['owner'] },
  { action: 'close', from: 'draft', to: 'closed', by: ['owner'] },
  { action: 'close', from: 'in_verification', to: 'closed', by: ['owner'] },
  { action: 'close', from: 'changes_requested', to: 'closed', by: ['owner'] },
  { action: 'close', from: 'rejected', to: 'closed', by: ['owner'] },
  { action: 'close', from: 'verified', to: 'closed', by: ['owner'] },
  { action: 'close', from: 'suspended', to: 'closed', by: ['owner'] },
] as const satisfies readonly Transition[]

export type OrganisationAction = (typeof organisationTransitions)[number]['action']

/** The transition of `action` from `state`, or null if this actor may not make it. */
export function findOrganisationTransition(
  state: OrganisationState,
  action: OrganisationAction,
  actor: TransitionActor,
): Transition | null {
  const table: readonly Transition[] = organisationTransitions
  return (
    table.find((each) => each.action === action && each.from === state && each.by.includes(actor)) ?? null
  )
}
