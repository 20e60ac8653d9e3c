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

/** What a secret is asked for: to be read by an owner, or to be sent by the portal's console for anybody on the team. */
const rightFor = { revealed: 'secrets', used: 'console' } as const

export type SecretUse = keyof typeof rightFor

/**
 * The current secret of an application: `revealed` to its owners alone, `used` by the console and not shown. Every time
 * is recorded; showing one of Production is mailed to every owner too. The caller has asked for a confirmation before, where the environment wants one.
 * @returns refused `not_found` (not theirs to reveal or use, unknown, deleted) or `no_secret` (not approved yet, or not proven)
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
      where: { applicationId, revokedAt: null, retiresAt: null },
    })
    if (!secret || !statesWithSecret.includes(application.state)) return refused('no_secret')
    if (use === 'revealed' && application.environment === 'production')
      await tellOwners(transaction, application)
    const subject = { type: 'client_secret', id: secret.id } as const
    await recordAudit(transaction, owner, `secret.${use}`, subject, { applicationId })
    return done(decryptSecret(secret))
  })
}

async function tellOwners(
  transaction: Transaction,
  { id, name, environment }: TeamApplication,
): Promise<void> {
  const props = { applicationName: name, environment, link: applicationLink(id), at: now().toISOString() }
  for (const owner of await listRecipients(transaction, id, 'secrets'))
    await queueMail(transaction, owner, 'secret-revealed', props)
}
