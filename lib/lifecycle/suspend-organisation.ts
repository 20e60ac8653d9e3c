import type { Organisation } from '@/generated/prisma/client'
import { declineInvitations, hasInterest } from '@/lib/applications/conflict-of-interest'
import { listRecipients } from '@/lib/applications/queries'
import { lockSubject, subjectLink } from '@/lib/applications/subject'
import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { onRow, type Transaction } from '@/lib/database'
import { queueMail } from '@/lib/mail/commands'
import { moveOrganisation } from '@/lib/organisations/move-organisation'
import { findOrganisationTransition } from '@/lib/organisations/states'
import { done, type Result, refused } from '@/lib/result'
import { liveStates } from './close-organisation'
import { mailTeam } from './suspend-application'

/**
 * Suspends an organisation that was verified: effective at the next call, none of its applications gets a token or a
 * response. Their secrets, settings and own states are kept.
 * @returns refused `not_found` (unknown, closed) or `not_verified` (never verified, or suspended already)
 */
export async function suspendOrganisation(
  organisationId: string,
  input: { reason: string },
  administrator: Administrator,
): Promise<Result<undefined, 'not_found' | 'not_verified'>> {
  return onRow(organisationId, async (transaction) => {
    await lockSecretsOf(transaction, organisationId)
    const organisation = await lockOrganisation(transaction, organisationId)
    if (!organisation) return refused('not_found')
    const transition = findOrganisationTransition(organisation.state, 'suspend', 'administrator')
    if (!transition || !organisation.verifiedAt) return refused('not_verified')
    const { from, to } = transition
    const { reason } = input
    // A trigger stops its applications.
    await moveOrganisation(transaction, { organisationId, from, to, actor: administrator, reason })
    await endTokensOf(transaction, organisationId)
    await mailAffected(transaction, organisation, 'suspended', reason)
    const subject = { type: 'organisation', id: organisationId } as const
    await recordAudit(transaction, administrator, 'organisation.suspended', subject, input)
    return done(undefined)
  })
}

/**
 * Returns a suspended organisation to the state that it was suspended in. Its applications work again, except
 * those that are suspended themselves. Anyone with an interest in it is refused.
 * @returns refused `not_found` (unknown, closed), `own_organisation` (they are or were in it),
 *   `not_suspended`
 */
export async function reinstateOrganisation(
  organisationId: string,
  input: { reason: string },
  administrator: Administrator,
): Promise<Result<undefined, 'not_found' | 'own_organisation' | 'not_suspended'>> {
  return onRow(organisationId, async (transaction) => {
    // As a gateway does: secrets before applications, which the trigger locks.
    await lockSecretsOf(transaction, organisationId)
    const organisation = await lockOrganisation(transaction, organisationId)
    if (!organisation) return refused('not_found')
    if (await hasInterest(organisationId, administrator.id, transaction)) return refused('own_organisation')
    const to = (await findSuspension(transaction, organisationId))?.fromState ?? 'verified'
    const transition = findOrganisationTransition(organisation.state, 'reinstate', 'administrator', to)
    if (!transition) return refused('not_suspended')
    const { from } = transition
    const { reason } = input
    await moveOrganisation(transaction, {
      organisationId,
      from,
      to: transition.to,
      actor: administrator,
      reason,
    })
    await mailAffected(transaction, organisation, 'reinstated', reason)
    await declineInvitations(transaction, organisationId, administrator)
    const subject = { type: 'organisation', id: organisationId } as const
    await recordAudit(transaction, administrator, 'organisation.reinstated', subject, input)
    return done(undefined)
  })
}

async function lockOrganisation(transaction: Transaction, id: string): Promise<Organisation | null> {
  await lockSubject(transaction, id)
  return transaction.organisation.findFirst({ where: { id, state: { not: 'closed' } } })
}

/** How it was suspended last: the state that it was in, and the reason. */
export function findSuspension(transaction: Transaction, organisationId: string) {
  return transaction.organisationTransition.findFirst({
    where: { organisationId, toState: 'suspended' },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  })
}

/** Waits for tokens that are being minted; see `lockSecrets`. */
async function lockSecretsOf(transaction: Transaction, organisationId: string): Promise<void> {
  await transaction.$queryRaw`
    SELECT s.id FROM client_secret s JOIN application a ON a.id = s.application_id
    WHERE a.organisation_id = ${organisationId}::uuid AND s.revoked_at IS NULL ORDER BY s.id FOR UPDATE OF s`
}

async function endTokensOf(transaction: Transaction, organisationId: string): Promise<void> {
  await transaction.$executeRaw`
    UPDATE access_token t SET expires_at = clock_timestamp() FROM application a
    WHERE a.id = t.application_id AND a.organisation_id = ${organisationId}::uuid
      AND t.expires_at > clock_timestamp()`
}

/** Its owners, and for whom an application stops or works again without their belonging to it. */
async function mailAffected(
  transaction: Transaction,
  { id, legalName }: Organisation,
  change: 'suspended' | 'reinstated',
  reason: string,
): Promise<void> {
  const props = { organisationName: legalName, reason, link: subjectLink({ type: 'organisation', id }) }
  const owners = await listRecipients(transaction, id, 'delete')
  await queueMail(transaction, owners, `organisation-${change}`, props)
  const inside = (await listRecipients(transaction, id, 'view')).map((each) => each.id)
  const where = { organisationId: id, state: { in: [...liveStates] } }
  for (const application of await transaction.application.findMany({ where, orderBy: { id: 'asc' } }))
    await mailTeam(transaction, application, `application-${change}`, reason, inside)
}
