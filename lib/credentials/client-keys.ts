import type { ApplicationState } from '@/generated/prisma/client'
import { applicationLink } from '@/lib/applications/commands'
import { lockApplication, lockApplicationFor } from '@/lib/applications/lock'
import { listRecipients, type TeamApplication } from '@/lib/applications/queries'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { requireShown } from '@/lib/shown'
import { endTokens, issueSecret, lockSecrets, revokeSecrets, statesWithSecret } from './commands'
import { type KeyProblem, readPublicKey } from './public-key'

/** Two, so that one can replace the other without a pause. */
export const maxKeys = 2

/** States in which owners choose how an application authenticates: not while reviewers or the proof look at it. */
export const statesWithChoice: readonly ApplicationState[] = [
  'draft',
  'changes_requested',
  ...statesWithSecret,
]

/** Whether Production applications must authenticate with keys when they are submitted. */
export function requiresKeys(): boolean {
  return getSettings().PRODUCTION_CLIENT_AUTHENTICATION === 'private_key_jwt'
}

/**
 * Adds a public key. The first one switches the application to private_key_jwt: its secrets and live tokens end
 * immediately.
 * @param pasted a JWK or PEM
 * @returns refused `not_found`, `wrong_state`, `too_many_keys`, `same_key` (or another with its kid), or what
 *   is wrong with the key
 */
export async function addClientKey(
  applicationId: string,
  pasted: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'wrong_state' | 'too_many_keys' | 'same_key' | KeyProblem>> {
  const read = readPublicKey(pasted)
  return database().$transaction(async (transaction) => {
    const application = await lockOwn(transaction, applicationId, owner)
    if (!application) return refused('not_found')
    if (!statesWithChoice.includes(application.state)) return refused('wrong_state')
    if (!read.ok) return read
    const { value: key } = read
    const others = await transaction.clientKey.findMany({ where: { applicationId } })
    if (others.length >= maxKeys) return refused('too_many_keys')
    if (others.some(({ kid, thumbprint }) => kid === key.kid || thumbprint === key.thumbprint))
      return refused('same_key')
    const id = newId()
    await transaction.clientKey.create({
      data: { id, applicationId, ...key, publicKey: new Uint8Array(key.publicKey), createdAt: now() },
    })
    if (others.length === 0) await switchToKeys(transaction, applicationId)
    await mailOwners(transaction, application, others.length === 0 ? 'first' : 'added', key.kid)
    const { kid, thumbprint, algorithms } = key
    const detail = { applicationId, kid, thumbprint, algorithms, switched: others.length === 0 }
    await recordAudit(transaction, owner, 'client_key.added', { type: 'client_key', id }, detail)
    return done(undefined)
  })
}

/**
 * Removes one of two keys, and ends the live tokens, as anyone who has the private key may have those too.
 * @returns refused `not_found` (another's application, or no such key there), `wrong_state`, `last_key` (switch back
 *   instead)
 */
export async function removeClientKey(
  applicationId: string,
  keyId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'wrong_state' | 'last_key'>> {
  return database().$transaction(async (transaction) => {
    const application = await lockOwn(transaction, applicationId, owner)
    if (!application) return refused('not_found')
    const keys = await transaction.clientKey.findMany({ where: { applicationId } })
    const key = keys.find(({ id }) => id === keyId)
    if (!key) return refused('not_found')
    if (keys.length === 1) return refused('last_key')
    await transaction.clientKey.delete({ where: { id: keyId } })
    await endTokens(transaction, applicationId)
    await mailOwners(transaction, application, 'removed', key.kid)
    const subject = { type: 'client_key', id: keyId } as const
    const { kid, thumbprint } = key
    await recordAudit(transaction, owner, 'client_key.removed', subject, { applicationId, kid, thumbprint })
    return done(undefined)
  })
}

/**
 * Switches an application back to a client secret: its keys and live tokens end immediately, and it gets a new secret
 * unless it waits for its approval.
 * @returns refused `not_found` (or it has no keys), `wrong_state`, `keys_required` (by the operator, in Production)
 */
export async function switchToSecret(
  applicationId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'wrong_state' | 'keys_required'>> {
  return database().$transaction(async (transaction) => {
    const application = await lockOwn(transaction, applicationId, owner)
    if (application?.clientAuthentication !== 'private_key_jwt') return refused('not_found')
    if (!statesWithChoice.includes(application.state)) return refused('wrong_state')
    if (application.environment === 'production' && requiresKeys()) return refused('keys_required')
    const keys = await transaction.clientKey.findMany({ where: { applicationId }, select: { id: true } })
    requireShown(keys.map(({ id }) => id).sort())
    const { count } = await transaction.clientKey.deleteMany({ where: { applicationId } })
    const data = { clientAuthentication: 'client_secret' } as const
    await transaction.application.update({ where: { id: applicationId }, data })
    if (statesWithSecret.includes(application.state)) await issueSecret(transaction, application)
    await endTokens(transaction, applicationId)
    await mailOwners(transaction, application, 'off')
    const subject = { type: 'application', id: applicationId } as const
    await recordAudit(transaction, owner, 'application.switched_to_secret', subject, { keysRemoved: count })
    return done(undefined)
  })
}

/** The application, locked after its secrets, as gateways lock them too. */
function lockOwn(transaction: Transaction, applicationId: string, { id }: Owner) {
  return lockApplicationFor(transaction, id, 'secrets', applicationId, async () => {
    await lockSecrets(transaction, applicationId)
    await lockApplication(transaction, applicationId)
  })
}

async function switchToKeys(transaction: Transaction, applicationId: string): Promise<void> {
  await revokeSecrets(transaction, { applicationId })
  const data = { clientAuthentication: 'private_key_jwt' } as const
  await transaction.application.update({ where: { id: applicationId }, data })
  await endTokens(transaction, applicationId)
}

async function mailOwners(
  transaction: Transaction,
  { id, name, environment }: TeamApplication,
  change: 'first' | 'added' | 'removed' | 'off',
  kid?: string,
): Promise<void> {
  const props = { applicationName: name, environment, link: applicationLink(id), change, kid }
  await queueMail(transaction, await listRecipients(transaction, id, 'secrets'), 'client-keys-changed', props)
}
