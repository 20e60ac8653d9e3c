import { applicationLink } from '@/lib/applications/commands'
import { findApplicationFor, listRecipients, type TeamApplication } from '@/lib/applications/queries'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { statesWithSecret } from './commands'
import { decryptSecret } from './stored-secret'

/** How a secret is used: shown to an owner, or sent by the portal's console for anyone on the team. */
const rightFor = { revealed: 'secrets', used: 'console' } as const

export type SecretUse = keyof typeof rightFor

/**
 * The current secret of an application: `revealed` to its owners only, `used` by the console without showing it. Each
 * use is recorded; showing a Production secret is also mailed to every owner. The caller has required a confirmation,
 * if the environment demands one.
 * @returns refused `not_found` (unknown, deleted, or not theirs to use) or `no_secret` (not approved or proven yet)
 */
export async function revealSecret(
  applicationId: string,
  owner: Owner,
  use: SecretUse = 'revealed',
): Promise<Result<string, 'not_found' | 'no_secret'>> {
  return database().$transaction(async (transaction) => {
    const application = await findApplicationFor(owner.id, rightFor[use], applicationId, transaction)
    if (!application) return refused('not_found')
    const secret = await transaction.clientSecret.findFirst({
      where: { applicationId, proof: false, revokedAt: null, retiresAt: null },
    })
    if (!secret || !statesWithSecret.includes(application.state)) return refused('no_secret')
    if (use === 'revealed' && application.environment === 'production')
      await notifyOwners(transaction, application)
    const subject = { type: 'client_secret', id: secret.id } as const
    await recordAudit(transaction, owner, `secret.${use}`, subject, { applicationId })
    return done(decryptSecret(secret))
  })
}

async function notifyOwners(
  transaction: Transaction,
  { id, name, environment }: TeamApplication,
): Promise<void> {
  const props = { applicationName: name, environment, link: applicationLink(id), at: now().toISOString() }
  await queueMail(transaction, await listRecipients(transaction, id, 'secrets'), 'secret-revealed', props)
}
