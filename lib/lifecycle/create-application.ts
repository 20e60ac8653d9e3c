import type { Application } from '@/generated/prisma/client'
import type { Environment } from '@/generated/prisma/enums'
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
 * Creates a Sandbox application with a secret that works immediately.
 * @param input checked by `newApplicationSchema`
 * @returns refused `organisation_unknown` for anyone who does not own the chosen organisation, or while it is
 *   suspended; `account_ended` for someone who deleted their account meanwhile
 */
export async function createSandboxApplication(
  input: Omit<NewApplication, 'environment'>,
  owner: Owner,
): Promise<Result<Application, Obstacle>> {
  return create('sandbox', input, owner)
}

/**
 * Creates a Production application: a draft, its first submission with the current requirements, and a mail about the
 * next step.
 * @param input checked by `newApplicationSchema`
 * @returns refused `too_many_drafts` for an owner of `DEVELOPER_MAX_DRAFTS` drafts, and as above
 */
export async function createProductionApplication(
  input: Omit<NewApplication, 'environment'>,
  owner: Owner,
): Promise<Result<Application, 'too_many_drafts' | Obstacle>> {
  return create('production', input, owner)
}

type Obstacle = 'account_ended' | 'organisation_unknown'

/**
 * Locks the developer, as parallel forms must not exceed the limit of drafts together, and the chosen organisation, so
 * that it stays theirs to create applications in.
 */
async function findObstacle(
  transaction: Transaction,
  { organisationId }: Pick<NewApplication, 'organisationId'>,
  { id }: Owner,
): Promise<Obstacle | null> {
  if (!(await lockDeveloper(transaction, id))) return 'account_ended'
  if (!organisationId) return null
  const where = { id: organisationId, ...openOrganisationTo(id, 'applications') }
  if ((await transaction.organisation.count({ where })) === 0) return 'organisation_unknown'
  await lockSubject(transaction, organisationId)
  const organisation = await transaction.organisation.findFirst({ where })
  return organisation === null || organisation.state === 'suspended' ? 'organisation_unknown' : null
}

async function create(
  environment: Environment,
  input: Omit<NewApplication, 'environment'>,
  owner: Owner,
): Promise<Result<Application, Obstacle>> {
  return database().$transaction(async (transaction) => {
    const obstacle = await findObstacle(transaction, input, owner)
    if (obstacle) return refused(obstacle)
    const sandboxId = environment === 'production' ? await findSandbox(transaction, input, owner) : null
    const row = { ...input, sandboxId, environment, clientId: generateClientId(environment) }
    const application = await insertApplication(transaction, row, owner)
    if (environment === 'sandbox') await issueSecret(transaction, application)
    else await openDraft(transaction, application, owner)
    const subject = { type: 'application', id: application.id } as const
    await recordAudit(transaction, owner, 'application.created', subject, { environment })
    return done(application)
  })
}

/** What it is promoted from, if that is a Sandbox application that they may see. */
async function findSandbox(
  transaction: Transaction,
  { sandboxId }: Pick<NewApplication, 'sandboxId'>,
  { id }: Owner,
): Promise<string | null> {
  if (!sandboxId) return null
  const where = { ...openTo(id, 'view'), id: sandboxId, environment: 'sandbox' } as const
  return (await transaction.application.count({ where })) > 0 ? sandboxId : null
}

/** @throws Refusal `too_many_drafts` */
async function openDraft(transaction: Transaction, application: Application, owner: Owner): Promise<void> {
  const drafts = await transaction.application.count({
    where: { AND: [openTo(owner.id, 'delete'), { state: 'draft' }] },
  })
  if (drafts > getSettings().DEVELOPER_MAX_DRAFTS) throw new Refusal(refused('too_many_drafts'))
  const subject = { applicationId: application.id }
  const scopes = await scopesOf(transaction, application)
  await openSubmission(transaction, { subject, number: 1, scopes })
}
