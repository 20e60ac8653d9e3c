import { applicationLink } from '@/lib/applications/commands'
import { hasDecidedOn } from '@/lib/applications/conflict-of-interest'
import { listRecipients } from '@/lib/applications/queries'
import { openOrganisationTo, openTo } from '@/lib/applications/rights'
import { findSubjectFor, lockSubject } from '@/lib/applications/subject'
import { lockTeam } from '@/lib/applications/team-members'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { lockSecrets } from '@/lib/credentials/commands'
import { database } from '@/lib/database'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'

/**
 * Moves a personal application into an organisation, for good: its people get their roles in it, next to its
 * own team, and everyone who owned it or owns it then gets a mail. Its state, credentials and tokens stay as they are.
 * What it was approved with stays in force; only a submission that is sent from then on, and so reviewed, uses the
 * organisation's documents (`findUnreviewed` names those that were not).
 * @returns refused `not_found` (not an owner of both, or not personal), `in_validation`, `decided` (someone in the
 *   organisation has decided on the application, or someone on its team on the organisation)
 */
export async function moveIntoOrganisation(
  applicationId: string,
  organisationId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'in_validation' | 'decided'>> {
  if (!(await findSubjectFor(owner.id, 'delete', applicationId))) return refused('not_found')
  if (!(await findSubjectFor(owner.id, 'applications', organisationId))) return refused('not_found')
  return database().$transaction(async (transaction) => {
    const people = await lockTeam(transaction, organisationId)
    // The gateway locks a secret first, then its application, which may start or stop serving now.
    await lockSecrets(transaction, applicationId)
    await lockSubject(transaction, applicationId)
    const application = await transaction.application.findFirst({
      where: { id: applicationId, organisationId: null, ...openTo(owner.id, 'delete') },
      include: { submissions: { where: { state: 'in_validation' } } },
    })
    const where = { id: organisationId, ...openOrganisationTo(owner.id, 'applications') }
    const organisation = await transaction.organisation.findFirst({ where })
    if (!application || !organisation || organisation.state === 'suspended') return refused('not_found')
    if (application.submissions.length > 0 || application.state === 'activating')
      return refused('in_validation')
    for (const { id } of people)
      if (await hasDecidedOn(transaction, applicationId, id)) return refused('decided')
    const team = { where: { applicationId }, select: { developerId: true } }
    for (const { developerId } of await transaction.applicationMember.findMany(team))
      if (await hasDecidedOn(transaction, organisationId, developerId)) return refused('decided')
    await transaction.application.update({ where: { id: applicationId }, data: { organisationId } })
    // Those who own it, before and after, as it is moved for good.
    const owners = await listRecipients(transaction, applicationId, 'team')
    const { email: personEmail } = await transaction.developer.findUniqueOrThrow({ where: { id: owner.id } })
    const { name: applicationName, environment } = application
    const into = { organisationName: organisation.legalName, link: applicationLink(applicationId) }
    const props = { applicationName, environment, personEmail, ...into }
    await queueMail(transaction, owners, 'application-moved', props)
    const subject = { type: 'application', id: applicationId } as const
    await recordAudit(transaction, owner, 'application.moved', subject, { organisationId })
    return done(undefined)
  })
}
