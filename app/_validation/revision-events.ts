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
    event(`${id}-opened`, 'opened', openedAt),
    ...(submittedAt ? [event(`${id}-submitted`, 'submitted', submittedAt)] : []),
    ...decisions.map((each) => event(each.id, each.outcome, each.decidedAt, each.reviewerId, each.reason)),
  ])
}

function event(
  id: string,
  revision: Transition['revision'],
  at: Date,
  actorId: string | null = null,
  reason: string | null = null,
): Transition {
  const actorRole = actorId ? 'reviewer' : 'developer'
  return { id, revision, actorRole, actorId, at, reason, fromState: 'active', toState: toneOf(revision) }
}

/** The state whose colour fits. */
function toneOf(revision: Transition['revision']): Transition['toState'] {
  if (revision === 'submitted') return 'in_validation'
  if (revision === 'opened') return 'draft'
  return revision === 'approved' || !revision ? 'active' : revision
}
