import { z } from 'zod'
import { applicationLink } from '@/lib/applications/commands'
import { hasDecidedOn } from '@/lib/applications/conflict-of-interest'
import { listRecipients } from '@/lib/applications/queries'
import { openOrganisationTo } from '@/lib/applications/rights'
import { findSubjectFor, lockSubject } from '@/lib/applications/subject'
import { application } from '@/lib/applications/target'
import { lockTeam } from '@/lib/applications/team-members'
import { command } from '@/lib/commands/command'
import { lockSecrets } from '@/lib/credentials/commands'
import { done, refused } from '@/lib/result'

/**
 * Moves a personal application into an organisation, for good: its people get their roles in it, next to its own
 * team, and everyone who owned it or owns it then gets a mail. Its state, credentials and tokens stay as they are.
 * What it was approved with stays in force; only a submission that is sent from then on, and so reviewed, uses the
 * organisation's documents (`findUnreviewed` names those that were not).
 * @returns where it is now; refused `gone` (the organisation is not theirs or suspended, or the application not
 *   personal), `in_validation`, `decided` (someone in the organisation has decided on the application, or someone on
 *   its team on the organisation)
 */
export const moveIntoOrganisation = command({
  on: application,
  right: 'applications',
  confirm: 'production',
  irreversible: true,
  notifies: 'owners',
  input: z.object({ organisationId: z.string() }),
  audit: 'application.moved',
  /** Before anything is asked or locked: they need the right on both. */
  async prepare({ actor, input: { organisationId } }) {
    const organisation = await findSubjectFor(actor.id ?? '', 'applications', organisationId)
    return organisation ? { ok: true, value: undefined } : refused('gone')
  },
  async lock(transaction, id, { input: { organisationId } }) {
    await lockTeam(transaction, organisationId)
    // The gateway locks a secret first, then its application, which may start or stop serving now.
    await lockSecrets(transaction, id)
    await lockSubject(transaction, id)
  },
  async run({ transaction, application, actor, input: { organisationId }, mail, record }) {
    const { id: applicationId, name: applicationName, environment } = application
    const person = await transaction.developer.findUniqueOrThrow({ where: { id: actor.id ?? '' } })
    const where = { id: organisationId, ...openOrganisationTo(person.id, 'applications') }
    const organisation = await transaction.organisation.findFirst({ where })
    if (application.organisationId || !organisation || organisation.state === 'suspended')
      return refused('gone')
    const submitted = { applicationId, state: 'in_validation' } as const
    if (application.state === 'activating' || (await transaction.submission.count({ where: submitted })) > 0)
      return refused('in_validation')
    const places = { where: { OR: [{ applicationId }, { organisationId }] } }
    for (const { organisationId: inside, developerId } of await transaction.membership.findMany(places))
      if (await hasDecidedOn(transaction, inside ? applicationId : organisationId, developerId))
        return refused('decided')
    await transaction.application.update({ where: { id: applicationId }, data: { organisationId } })
    // Those who own it, before and after, as it is moved for good.
    const owners = await listRecipients(transaction, applicationId, 'team')
    const into = { organisationName: organisation.legalName, link: applicationLink(applicationId) }
    const props = { applicationName, environment, personEmail: person.email, ...into }
    await mail(owners, 'application-moved', props)
    record({ type: 'application', id: applicationId }, { organisationId })
    return done(organisationId)
  },
})
