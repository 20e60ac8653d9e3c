import type { Application } from '@/generated/prisma/client'
import { insertApplication, type Owner } from '@/lib/applications/commands'
import type { NewApplication } from '@/lib/applications/schema'
import { recordAudit } from '@/lib/audit/commands'
import { generateClientId } from '@/lib/credentials/secret'
import { database } from '@/lib/database'
import { done, type Result } from '@/lib/result'
import { openSubmission } from './open-submission'

/**
 * Creates a Production application: a draft, its first submission with the requirements of today, and the mail that
 * says which step is next. The same form sent twice answers with the same application and writes nothing more.
 * @param input checked by `newApplicationSchema`
 */
export async function createProductionApplication(
  input: Omit<NewApplication, 'environment'>,
  owner: Owner,
): Promise<Result<Application, never>> {
  return database().$transaction(async (transaction) => {
    const row = { ...input, environment: 'production' as const, clientId: generateClientId('production') }
    const { application, created } = await insertApplication(transaction, row, owner)
    if (!created) return done(application)
    await openSubmission(transaction, { applicationId: application.id, number: 1 })
    const subject = { type: 'application', id: application.id } as const
    await recordAudit(transaction, owner, 'application.created', subject, { environment: 'production' })
    return done(application)
  })
}
