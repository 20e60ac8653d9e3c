import type { Application } from '@/generated/prisma/client'
import { insertApplication, type Owner } from '@/lib/applications/commands'
import type { NewApplication } from '@/lib/applications/schema'
import { recordAudit } from '@/lib/audit/commands'
import { generateClientId } from '@/lib/credentials/secret'
import { database, type Transaction } from '@/lib/database'
import { lockDeveloper } from '@/lib/developers/administrators'
import { getSettings } from '@/lib/env'
import { done, Refusal, type Result, refused } from '@/lib/result'
import { openSubmission } from './open-submission'

/**
 * Creates a Production application: a draft, its first submission with the requirements of today, and the mail that
 * says which step is next. The same form sent twice gives the same application and writes nothing more.
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
    // One application of a developer at a time: parallel forms cannot pass the limit together.
    await lockDeveloper(transaction, owner.id)
    const row = { ...input, environment: 'production' as const, clientId: generateClientId('production') }
    const { application, created } = await insertApplication(transaction, row, owner)
    if (!created) return application
    await refuseTooManyDrafts(transaction, owner.id)
    await openSubmission(transaction, { applicationId: application.id, number: 1 })
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
