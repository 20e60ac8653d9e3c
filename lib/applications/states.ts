import type { ApplicationState, Environment } from '@/generated/prisma/enums'

/** The actors of transitions: the owner, a reviewer, an administrator, or the worker. */
export type TransitionActor = 'owner' | 'reviewer' | 'administrator' | 'system'

type Transition = {
  action: string
  from: ApplicationState
  to: ApplicationState
  by: readonly TransitionActor[]
}

const anyone: readonly TransitionActor[] = ['owner', 'administrator']

/**
 * Every allowed change of state of a Production application; any other is refused. Commands, pages and the test that
 * tries all pairs use this one table.
 */
export const productionTransitions = [
  { action: 'submit', from: 'draft', to: 'in_validation', by: ['owner'] },
  { action: 'withdraw', from: 'in_validation', to: 'draft', by: ['owner'] },
  { action: 'approve', from: 'in_validation', to: 'activating', by: ['reviewer', 'administrator'] },
  {
    action: 'request_changes',
    from: 'in_validation',
    to: 'changes_requested',
    by: ['reviewer', 'administrator'],
  },
  { action: 'reject', from: 'in_validation', to: 'rejected', by: ['reviewer', 'administrator'] },
  { action: 'resubmit', from: 'changes_requested', to: 'in_validation', by: ['owner'] },
  { action: 'reopen', from: 'rejected', to: 'draft', by: ['owner'] },
  { action: 'prove', from: 'activating', to: 'active', by: ['system'] },
  { action: 'fail_proof', from: 'activating', to: 'in_validation', by: ['system'] },
  // The system, if it leaves a suspended organisation; see `deleteDeveloper`.
  { action: 'suspend', from: 'active', to: 'suspended', by: [...anyone, 'system'] },
  { action: 'reinstate', from: 'suspended', to: 'active', by: ['administrator'] },
  { action: 'delete', from: 'draft', to: 'deleted', by: anyone },
  { action: 'delete', from: 'in_validation', to: 'deleted', by: anyone },
  { action: 'delete', from: 'changes_requested', to: 'deleted', by: anyone },
  { action: 'delete', from: 'rejected', to: 'deleted', by: anyone },
  { action: 'delete', from: 'activating', to: 'deleted', by: anyone },
  { action: 'delete', from: 'active', to: 'deleted', by: anyone },
  { action: 'delete', from: 'suspended', to: 'deleted', by: anyone },
] as const satisfies readonly Transition[]

export type TransitionAction = (typeof productionTransitions)[number]['action']

const sandboxActions: readonly TransitionAction[] = ['suspend', 'reinstate', 'delete']
const sandboxStates: readonly ApplicationState[] = ['active', 'suspended']

/**
 * The state to which `action` leads from `state`, or null if this actor may not take it there. A Sandbox application
 * has only the actions on its three states.
 */
export function findTransition(
  environment: Environment,
  state: ApplicationState,
  action: TransitionAction,
  actor: TransitionActor,
): Transition | null {
  if (environment === 'sandbox' && !(sandboxActions.includes(action) && sandboxStates.includes(state)))
    return null
  const table: readonly Transition[] = productionTransitions
  return (
    table.find((each) => each.action === action && each.from === state && each.by.includes(actor)) ?? null
  )
}
