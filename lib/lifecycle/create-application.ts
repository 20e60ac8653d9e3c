import type { Application } from '@/generated/prisma/client'
import { insertApplication } from '@/lib/applications/commands'
import type { NewApplication } from '@/lib/applications/schema'
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
 */
export async function createSandboxApplication(
  input: Omit<NewApplication, 'environment'>,
  owner: Owner,
): Promise<Result<Application, never>> {
  return database().$transaction(async (transaction) => {
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
 * @returns refused `too_many_drafts` for an owner of `DEVELOPER_MAX_DRAFTS` drafts
 */
export async function createProductionApplication(
  input: Omit<NewApplication, 'environment'>,
  owner: Owner,
): Promise<Result<Application, 'too_many_drafts'>> {
  try {
    return done(await create(input, owner))
  } catch (error) {
    if (error instanceof Refusal) return refused('too_many_drafts')
    throw error
  }
}

async function create(input: Omit<NewApplication, 'environment'>, owner: Owner): Promise<Application> {
  return database().$transaction(async (transaction) => {
    // One creation per developer at a time: parallel forms must not exceed the limit together.
    await lockDeveloper(transaction, owner.id)
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
  const owned = { members: { some: { developerId, role: 'owner' as const } } }
  const drafts = await transaction.application.count({ where: { state: 'draft', ...owned } })
  if (drafts > getSettings().DEVELOPER_MAX_DRAFTS) throw new Refusal('too_many_drafts')
}
