import type { Application } from '@/generated/prisma/client'
import { insertApplication } from '@/lib/applications/commands'
import { openOrganisationTo, openTo } from '@/lib/applications/rights'
import type { NewApplication } from '@/lib/applications/schema'
import { lockSubject } from '@/lib/applications/subject'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { issueSecret } from '@/lib/credentials/commands'
import { generateClientId } from '@/lib/credentials/secret'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { lockDeveloper } from '@/lib/identity/administrators'
import { done, Refusal, type Result, refused } from '@/lib/result'
import { openSubmission, scopesOf } from '@/lib/validation/open-submission'

/**
 * Creates a Sandbox application with a secret that works immediately. Sending the same form twice returns the same
 * application and writes nothing more.
 * @param input checked by `newApplicationSchema`
 * @returns refused `organisation_unknown` for anyone who does not own the chosen organisation, or while it is suspended
 */
export async function createSandboxApplication(
  input: Omit<NewApplication, 'environment'>,
  owner: Owner,
): Promise<Result<Application, 'organisation_unknown'>> {
  return database().$transaction(async (transaction) => {
    if (!(await mayCreateIn(transaction, input, owner))) return refused('organisation_unknown')
    const clientId = generateClientId('sandbox')
    const row = { ...input, environment: 'sandbox' as const, clientId }
    const { application, created } = await insertApplication(transaction, row, owner)
    if (!created) return done(application)
    await issueSecret(transaction, application)
    const subject = { type: 'application', id: application.id } as const
    await recordAudit(transaction, owner, 'application.created', subject, { environment: 'sandbox' })
    return done(application)
  })
}

/**
 * Creates a Production application: a draft, its first submission with the current requirements, and a mail about the
 * next step. Sending the same form twice returns the same application and writes nothing more.
 * @param input checked by `newApplicationSchema`
 * @returns refused `too_many_drafts` for an owner of `DEVELOPER_MAX_DRAFTS` drafts, `organisation_unknown` as above
 */
export async function createProductionApplication(
  input: Omit<NewApplication, 'environment'>,
  owner: Owner,
): Promise<Result<Application, 'too_many_drafts' | 'organisation_unknown'>> {
  try {
    return done(await create(input, owner))
  } catch (error) {
    if (error instanceof Refusal) return refused(error.reason as 'too_many_drafts' | 'organisation_unknown')
    throw error
  }
}

/** Whether the chosen organisation, if any, is theirs to create applications in; locked, so that it stays so. */
async function mayCreateIn(
  transaction: Transaction,
  { organisationId }: Pick<NewApplication, 'organisationId'>,
  { id }: Owner,
): Promise<boolean> {
  if (!organisationId) return true
  await lockSubject(transaction, organisationId)
  const where = { id: organisationId, ...openOrganisationTo(id, 'applications') }
  const organisation = await transaction.organisation.findFirst({ where })
  return organisation !== null && organisation.state !== 'suspended'
}

async function create(input: Omit<NewApplication, 'environment'>, owner: Owner): Promise<Application> {
  return database().$transaction(async (transaction) => {
    // One creation per developer at a time: parallel forms must not exceed the limit together.
    await lockDeveloper(transaction, owner.id)
    if (!(await mayCreateIn(transaction, input, owner))) throw new Refusal('organisation_unknown')
    const row = { ...input, environment: 'production' as const, clientId: generateClientId('production') }
    const { application, created } = await insertApplication(transaction, row, owner)
    if (!created) return application
    await refuseTooManyDrafts(transaction, owner.id)
    await openSubmission(transaction, {
      subject: { applicationId: application.id },
      number: 1,
      scopes: await scopesOf(transaction, application),
    })
    const subject = { type: 'application', id: application.id } as const
    await recordAudit(transaction, owner, 'application.created', subject, { environment: 'production' })
    return application
  })
}

async function refuseTooManyDrafts(transaction: Transaction, developerId: string): Promise<void> {
  const drafts = await transaction.application.count({
    where: { AND: [openTo(developerId, 'delete'), { state: 'draft' }] },
  })
  if (drafts > getSettings().DEVELOPER_MAX_DRAFTS) throw new Refusal('too_many_drafts')
}
