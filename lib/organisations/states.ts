import type { OrganisationState } from '@/generated/prisma/enums'
import { listReviewTransitions, ownersTurnStates, type TransitionActor } from '@/lib/applications/states'

type Transition = {
  action: string
  from: OrganisationState
  to: OrganisationState
  by: readonly TransitionActor[]
}

const suspendable = ['verified', 'in_verification', ...ownersTurnStates] as const
const administrator: readonly TransitionActor[] = ['administrator']

/**
 * Every allowed change of state of an organisation; any other is refused. Commands, pages and the test that
 * tries all pairs use this one table.
 */
export const organisationTransitions = [
  ...listReviewTransitions('in_verification', 'verified'),
  // A document has expired; see `handleExpiringDocuments`. The other if a revision with documents that are valid waits.
  { action: 'expire', from: 'verified', to: 'changes_requested', by: ['system'] },
  { action: 'expire', from: 'verified', to: 'in_verification', by: ['system'] },
  ...suspendable.flatMap(
    (state) =>
      [
        // Only one that was verified before; see `suspendOrganisation`.
        { action: 'suspend', from: state, to: 'suspended', by: administrator },
        { action: 'reinstate', from: 'suspended', to: state, by: administrator },
        { action: 'close', from: state, to: 'closed', by: ['owner'] },
      ] as const,
  ),
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
