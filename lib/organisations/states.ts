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
 * Every allowed change of state of an organisation; any other is refused. Commands, pages and the test that
 * tries all pairs use this one table.
 */
export const organisationTransitions = [
  { action: 'submit', from: 'draft', to: 'in_verification', by: ['owner'] },
  { action: 'withdraw', from: 'in_verification', to: 'draft', by: ['owner'] },
  { action: 'approve', from: 'in_verification', to: 'verified', by: reviewers },
  { action: 'request_changes', from: 'in_verification', to: 'changes_requested', by: reviewers },
  { action: 'reject', from: 'in_verification', to: 'rejected', by: reviewers },
  { action: 'resubmit', from: 'changes_requested', to: 'in_verification', by: ['owner'] },
  { action: 'reopen', from: 'rejected', to: 'draft', by: ['owner'] },
  // A document has expired; see `handleExpiringDocuments`. The other if a revision with documents that are valid waits.
  { action: 'expire', from: 'verified', to: 'changes_requested', by: ['system'] },
  { action: 'expire', from: 'verified', to: 'in_verification', by: ['system'] },
  // Only one that was verified before; see `suspendOrganisation`.
  { action: 'suspend', from: 'verified', to: 'suspended', by: ['administrator'] },
  { action: 'suspend', from: 'in_verification', to: 'suspended', by: ['administrator'] },
  { action: 'suspend', from: 'changes_requested', to: 'suspended', by: ['administrator'] },
  { action: 'suspend', from: 'rejected', to: 'suspended', by: ['administrator'] },
  { action: 'suspend', from: 'draft', to: 'suspended', by: ['administrator'] },
  { action: 'reinstate', from: 'suspended', to: 'verified', by: ['administrator'] },
  { action: 'reinstate', from: 'suspended', to: 'in_verification', by: ['administrator'] },
  { action: 'reinstate', from: 'suspended', to: 'changes_requested', by: ['administrator'] },
  { action: 'reinstate', from: 'suspended', to: 'rejected', by: ['administrator'] },
  { action: 'reinstate', from: 'suspended', to: 'draft', by: ['administrator'] },
  { action: 'close', from: 'draft', to: 'closed', by: ['owner'] },
  { action: 'close', from: 'in_verification', to: 'closed', by: ['owner'] },
  { action: 'close', from: 'changes_requested', to: 'closed', by: ['owner'] },
  { action: 'close', from: 'rejected', to: 'closed', by: ['owner'] },
  { action: 'close', from: 'verified', to: 'closed', by: ['owner'] },
  { action: 'close', from: 'suspended', to: 'closed', by: ['owner'] },
] as const satisfies readonly Transition[]

export type OrganisationAction = (typeof organisationTransitions)[number]['action']

/**
 * The transition of `action` from `state`, or null if this actor may not make it.
 * @param to where it leads, for an action that leads to several states
 */
export function findOrganisationTransition(
  state: OrganisationState,
  action: OrganisationAction,
  actor: TransitionActor,
  to?: OrganisationState,
): Transition | null {
  const table: readonly Transition[] = organisationTransitions
  const open = table.filter(
    (each) => each.action === action && each.from === state && each.by.includes(actor),
  )
  return open.find((each) => !to || each.to === to) ?? null
}
