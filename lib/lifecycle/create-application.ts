import type { Application } from '@/generated/prisma/client'
import { applicationLink } from '@/lib/applications/commands'
import { recordTransition } from '@/lib/applications/move-application'
import { openOrganisationTo, openTo } from '@/lib/applications/rights'
import { type NewApplication, newApplicationSchema } from '@/lib/applications/schema'
import { lockSubject } from '@/lib/applications/subject'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { issueSecret } from '@/lib/credentials/commands'
import { generateClientId } from '@/lib/credentials/secret'
import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { self } from '@/lib/identity/target'
import { newId } from '@/lib/ids'
import { done, refused } from '@/lib/result'
import { openSubmission, scopesOf } from '@/lib/validation/open-submission'

/**
 * Creates an application, with its first transition and a mail about the next step: in the Sandbox with a secret that
 * works immediately, in Production as a draft, with its first submission and the current requirements.
 * @returns refused `organisation_unknown` for anyone who does not own the chosen organisation, or while it is
 *   suspended; `too_many_drafts` for an owner of `DEVELOPER_MAX_DRAFTS` drafts
 */
export const createApplication = command({
  on: self,
  right: 'self',
  notifies: 'person',
  input: newApplicationSchema,
  audit: 'application.created',
  async run({ transaction, developer, actor, input, mail, record }) {
    const { environment, organisationId } = input
    if (organisationId && !(await mayCreateIn(transaction, organisationId, developer.id)))
      return refused('organisation_unknown')
    const isSandbox = environment === 'sandbox'
    const [at, clientId, state] = [
      now(),
      generateClientId(environment),
      isSandbox ? 'active' : 'draft',
    ] as const
    const sandboxId = isSandbox ? null : await findSandbox(transaction, input, developer.id)
    const row = { ...input, sandboxId, clientId, state, createdAt: at, stateChangedAt: at }
    const application = await transaction.application.create({
      data: { ...row, id: newId(), developerId: developer.id },
    })
    const { id, name: applicationName } = application
    await recordTransition(transaction, { applicationId: id, from: null, to: state, actor, at })
    const nextStep = isSandbox ? 'active' : 'documents'
    const link = applicationLink(id)
    await mail(developer, 'application-created', { applicationName, environment, clientId, link, nextStep })
    if (isSandbox) await issueSecret(transaction, application)
    else if (!(await openDraft(transaction, application, developer.id))) return refused('too_many_drafts')
    record({ type: 'application', id }, { environment })
    return done(application)
  },
})

/** Locks the organisation, so that it stays theirs to create applications in. */
async function mayCreateIn(transaction: Transaction, id: string, developerId: string): Promise<boolean> {
  const where = { id, ...openOrganisationTo(developerId, 'applications') }
  if ((await transaction.organisation.count({ where })) === 0) return false
  await lockSubject(transaction, id)
  const organisation = await transaction.organisation.findFirst({ where })
  return organisation !== null && organisation.state !== 'suspended'
}

/** What it is promoted from, if that is a Sandbox application that they may see. */
async function findSandbox(
  transaction: Transaction,
  { sandboxId }: Pick<NewApplication, 'sandboxId'>,
  developerId: string,
): Promise<string | null> {
  if (!sandboxId) return null
  const where = { ...openTo(developerId, 'view'), id: sandboxId, environment: 'sandbox' } as const
  return (await transaction.application.count({ where })) > 0 ? sandboxId : null
}

/** @returns false for too many drafts; its owner is locked, so that parallel forms do not exceed the limit together */
async function openDraft(
  transaction: Transaction,
  application: Application,
  developerId: string,
): Promise<boolean> {
  const where = { AND: [openTo(developerId, 'delete'), { state: 'draft' as const }] }
  if ((await transaction.application.count({ where })) > getSettings().DEVELOPER_MAX_DRAFTS) return false
  const subject = { applicationId: application.id }
  const scopes = await scopesOf(transaction, application)
  await openSubmission(transaction, { subject, number: 1, scopes })
  return true
}
