import { moveApplication } from '@/lib/applications/move-application'
import { findTransition, type ReviewAction, type TransitionActor } from '@/lib/applications/states'
import { columnsOf, type TeamResource } from '@/lib/applications/subject'
import type { Actor } from '@/lib/audit/schema'
import type { Transaction } from '@/lib/database'
import type { LockedSubmission } from '@/lib/documents/locked-submission'
import { moveOrganisation } from '@/lib/organisations/move-organisation'
import { findOrganisationTransition } from '@/lib/organisations/states'

type Whose = Pick<LockedSubmission, 'application' | 'organisation'>

/** The subject of a submission: an application or an organisation. */
export function subjectOf({
  application,
  organisation,
}: {
  application: { id: string; name: string } | null
  organisation: { id: string; legalName: string } | null
}): TeamResource {
  if (application) return { type: 'application', id: application.id, name: application.name }
  if (organisation) return { type: 'organisation', id: organisation.id, name: organisation.legalName }
  throw new Error('unreachable: every submission is of something')
}

/** The application of a submission that can only be one's. @throws for an organisation's */
export function applicationOf<Application>({
  application,
}: {
  application: Application | null
}): Application {
  if (!application) throw new Error('unreachable: organisations have no credentials')
  return application
}

/** The detail about the subject in the audit row of a submission. */
export function subjectDetail(whose: Whose): {
  applicationId?: string | null
  organisationId?: string | null
} {
  return columnsOf(subjectOf(whose))
}

export function stateOf({ application, organisation }: Whose): string | undefined {
  return application?.state ?? organisation?.state
}

/** Whether it was approved and stays so while a revision is decided on. */
export function isInForce(whose: Whose): boolean {
  return stateOf(whose) === (whose.application ? 'active' : 'verified')
}

/**
 * Makes the transition that an action on a submission leads to, by the table of its application or organisation.
 * @returns false if the state does not allow it
 */
export async function moveSubject(
  transaction: Transaction,
  { application, organisation }: Whose,
  action: ReviewAction,
  actor: Actor,
  rest: { submissionId: string; reason?: string },
): Promise<boolean> {
  const by: TransitionActor = actor.role === 'developer' || actor.role === 'visitor' ? 'owner' : actor.role
  if (organisation) {
    const transition = findOrganisationTransition(organisation.state, action, by)
    if (!transition) return false
    const { from, to } = transition
    return moveOrganisation(transaction, { organisationId: organisation.id, from, to, actor, ...rest })
  }
  if (!application) return false
  const transition = findTransition('production', application.state, action, by)
  if (!transition) return false
  const { from, to } = transition
  return moveApplication(transaction, { applicationId: application.id, from, to, actor, ...rest })
}
