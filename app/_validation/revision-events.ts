import type { DecisionOutcome } from '@/generated/prisma/enums'
import type { Transition } from './history'

type Revision = {
  id: string
  openedAt: Date
  submittedAt: Date | null
  decisions: {
    id: string
    outcome: DecisionOutcome
    reason: string | null
    reviewerId: string
    decidedAt: Date
  }[]
}

/** The events of an application's revisions, as lines of its timeline: its state stays `active` throughout. */
export function revisionEvents(revisions: Revision[]): Transition[] {
  return revisions.flatMap(({ id, openedAt, submittedAt, decisions }) => [
    event(`${id}-opened`, 'opened', 'developer', openedAt),
    ...(submittedAt ? [event(`${id}-submitted`, 'submitted', 'developer', submittedAt)] : []),
    ...decisions.map(({ reviewerId, ...each }) => ({
      ...event(each.id, each.outcome, 'reviewer', each.decidedAt, each.reason),
      actorId: reviewerId,
    })),
  ])
}

function event(
  id: string,
  revision: Transition['revision'],
  actorRole: string,
  at: Date,
  reason: string | null = null,
): Transition {
  return {
    id,
    revision,
    actorRole,
    actorId: null,
    at,
    reason,
    fromState: 'active',
    toState: toneOf(revision),
  }
}

/** The state whose colour fits. */
function toneOf(revision: Transition['revision']): Transition['toState'] {
  if (revision === 'submitted') return 'in_validation'
  if (revision === 'opened') return 'draft'
  return revision === 'approved' || !revision ? 'active' : revision
}
