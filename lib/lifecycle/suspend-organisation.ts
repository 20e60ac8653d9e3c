import type { Organisation } from '@/generated/prisma/client'
import { declineInvitations, hasInterest } from '@/lib/applications/conflict-of-interest'
import { listRecipients } from '@/lib/applications/queries'
import { lockSubject, subjectLink } from '@/lib/applications/subject'
import { command, type Mailing } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { reasonSchema } from '@/lib/developers/reason'
import { organisation } from '@/lib/organisations/commands'
import { moveOrganisation } from '@/lib/organisations/move-organisation'
import { findOrganisationTransition } from '@/lib/organisations/states'
import { done, refused } from '@/lib/result'
import { liveStates } from './close-organisation'
import { mailTeam } from './suspend-application'

/** Secrets before applications, which the trigger locks, as a gateway does. */
const byAdministrator = {
  on: organisation,
  right: 'administrator',
  confirm: 'always',
  notifies: 'owners',
  async lock(transaction: Transaction, id: string) {
    await lockSecretsOf(transaction, id)
    await lockSubject(transaction, id)
  },
  input: reasonSchema,
} as const

/**
 * Suspends an organisation that was verified: effective at the next call, none of its applications gets a token or a
 * response. Their secrets, settings and own states are kept.
 * @returns refused `not_verified` (never verified, or suspended already)
 */
export const suspendOrganisation = command({
  ...byAdministrator,
  audit: 'organisation.suspended',
  async run({ transaction, actor, organisation: suspended, input: { reason }, mail, record }) {
    const { id: organisationId, state, verifiedAt } = suspended
    const transition = findOrganisationTransition(state, 'suspend', 'administrator')
    if (!transition || !verifiedAt) return refused('not_verified')
    const { from, to } = transition
    // A trigger stops its applications.
    await moveOrganisation(transaction, { organisationId, from, to, actor, reason })
    await endTokensOf(transaction, organisationId)
    await mailAffected({ transaction, mail }, suspended, 'suspended', reason)
    record(organisation.subject(suspended), { reason })
    return done(undefined)
  },
})

/**
 * Returns a suspended organisation to the state that it was suspended in. Its applications work again, except
 * those that are suspended themselves. Anyone with an interest in it is refused.
 * @returns refused `own_organisation` (they are or were in it), `not_suspended`
 */
export const reinstateOrganisation = command({
  ...byAdministrator,
  audit: ['organisation.reinstated', 'organisation.invitation_declined'],
  async run({ transaction, actor, organisation: reinstated, input: { reason }, mail, record }) {
    const { id: organisationId, state } = reinstated
    if (await hasInterest(organisationId, actor.id ?? '', transaction)) return refused('own_organisation')
    const before = (await findOrganisationSuspension(transaction, organisationId))?.fromState ?? 'verified'
    const transition = findOrganisationTransition(state, 'reinstate', 'administrator', before)
    if (!transition) return refused('not_suspended')
    const { from, to } = transition
    await moveOrganisation(transaction, { organisationId, from, to, actor, reason })
    await mailAffected({ transaction, mail }, reinstated, 'reinstated', reason)
    await declineInvitations(transaction, organisationId, actor, record)
    record(organisation.subject(reinstated), { reason }, 'organisation.reinstated')
    return done(undefined)
  },
})

/** How it was suspended last: the state that it was in, and the reason. */
export function findOrganisationSuspension(transaction: Transaction, organisationId: string) {
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
  { transaction, mail }: Mailing,
  { id, legalName }: Organisation,
  change: 'suspended' | 'reinstated',
  reason: string,
): Promise<void> {
  const props = { organisationName: legalName, reason, link: subjectLink({ type: 'organisation', id }) }
  const owners = await listRecipients(transaction, id, 'delete')
  await mail(owners, `organisation-${change}`, props)
  const inside = (await listRecipients(transaction, id, 'view')).map((each) => each.id)
  const where = { organisationId: id, state: { in: [...liveStates] } }
  for (const application of await transaction.application.findMany({ where, orderBy: { id: 'asc' } }))
    await mailTeam({ transaction, mail }, application, `application-${change}`, reason, inside)
}
