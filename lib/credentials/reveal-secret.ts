import { applicationLink, getRecipient, type Owner } from '@/lib/applications/commands'
import { findOwnedApplication } from '@/lib/applications/queries'
import { recordAudit } from '@/lib/audit/commands'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { statesWithSecret } from './commands'
import { decryptSecret } from './stored-secret'

/** What a secret is asked for: to be read by its owner, or to be sent by the portal's console. */
export type SecretUse = 'revealed' | 'used'

/**
 * The current secret of an application, for its owner alone. Every time is recorded; showing one of Production is
 * mailed too. The caller has asked for a confirmation before, where the environment wants one.
 * @returns refused `not_found` (another's, unknown, deleted) or `no_secret` (not approved yet, or not proven)
 */
export async function revealSecret(
  applicationId: string,
  owner: Owner,
  use: SecretUse = 'revealed',
): Promise<Result<string, 'not_found' | 'no_secret'>> {
  return database().$transaction(async (transaction) => {
    const application = await findOwnedApplication(applicationId, owner.id, transaction)
    if (!application) return refused('not_found')
    const secret = await transaction.clientSecret.findFirst({
      where: { applicationId, revokedAt: null, retiresAt: null },
    })
    if (!secret || !statesWithSecret.includes(application.state)) return refused('no_secret')
    if (use === 'revealed' && application.environment === 'production') {
      await queueMail(transaction, await getRecipient(transaction, owner.id), 'secret-revealed', {
        applicationName: application.name,
        environment: application.environment,
        link: applicationLink(applicationId),
        at: now().toISOString(),
      })
    }
    const subject = { type: 'client_secret', id: secret.id } as const
    await recordAudit(transaction, owner, `secret.${use}`, subject, { applicationId })
    return done(decryptSecret(secret))
  })
}
