import type { Application, ApplicationState } from '@/generated/prisma/client'
import { applicationLink } from '@/lib/applications/commands'
import { listRecipients } from '@/lib/applications/queries'
import { isToBeSent } from '@/lib/applications/states'
import { application, lockApplication } from '@/lib/applications/target'
import { now } from '@/lib/clock'
import { command, type Mail } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { done, refused } from '@/lib/result'
import { issueSecret, lockSecrets, revokeSecrets, revokeTokens, statesWithSecret } from './commands'
import { parsePublicKey } from './public-key'
import { newKeySchema, removedKeySchema } from './schema'

/** Two, so that one can replace the other without a pause. */
export const maxKeys = 2

/**
 * States in which owners choose how an application authenticates: not while reviewers or the activation check look at
 * it.
 */
export function maySwitch(state: ApplicationState): boolean {
  return isToBeSent(state) || statesWithSecret.includes(state)
}

/** Whether Production applications must authenticate with keys when they are submitted. */
export function requiresKeys(): boolean {
  return getSettings().PRODUCTION_CLIENT_AUTHENTICATION === 'private_key_jwt'
}

/** The application is locked after its secrets, as gateways lock them too. */
async function lock(transaction: Transaction, applicationId: string): Promise<void> {
  await lockSecrets(transaction, applicationId)
  await lockApplication(transaction, applicationId)
}

/** What changes how an application authenticates. */
const change = { on: application, right: 'secrets', confirm: 'production', notifies: 'owners', lock } as const

/**
 * Adds a public key, a JWK or PEM. The first one switches the application to private_key_jwt: its secrets and live
 * tokens end immediately.
 * @returns refused `wrong_state`, `too_many_keys`, `same_key` (or another with its kid), or what is wrong with the key
 */
export const addClientKey = command({
  ...change,
  input: newKeySchema,
  audit: 'client_key.added',
  async run({ transaction, application, input: { publicKey }, mail, record }) {
    const { id: applicationId, state } = application
    if (!maySwitch(state)) return refused('wrong_state')
    const read = parsePublicKey(publicKey)
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
    const switched = others.length === 0
    if (switched) await switchToKeys(transaction, applicationId)
    await mailOwners(transaction, mail, application, switched ? 'first' : 'added', key.kid)
    const { kid, thumbprint, algorithms } = key
    record({ type: 'client_key', id }, { applicationId, kid, thumbprint, algorithms, switched })
    return done(undefined)
  },
})

/**
 * Removes one of two keys, and ends the live tokens, as anyone who has the private key may have those too.
 * @returns refused `not_found` (no such key there), `last_key` (switch back instead)
 */
export const removeClientKey = command({
  ...change,
  input: removedKeySchema,
  audit: 'client_key.removed',
  async run({ transaction, application, input: { keyId }, mail, record }) {
    const { id: applicationId } = application
    const keys = await transaction.clientKey.findMany({ where: { applicationId } })
    const key = keys.find(({ id }) => id === keyId)
    if (!key) return refused('not_found')
    if (keys.length === 1) return refused('last_key')
    await transaction.clientKey.delete({ where: { id: keyId } })
    await revokeTokens(transaction, applicationId)
    await mailOwners(transaction, mail, application, 'removed', key.kid)
    const { kid, thumbprint } = key
    record({ type: 'client_key', id: keyId }, { applicationId, kid, thumbprint })
    return done(undefined)
  },
})

/**
 * Switches an application back to a client secret: its keys and live tokens end immediately, and it gets a new secret
 * unless it waits for its approval.
 * @returns refused `not_found` (it has no keys), `wrong_state`, `keys_required` (by the operator, in Production)
 */
export const switchToSecret = command({
  ...change,
  audit: 'application.switched_to_secret',
  async version({ transaction, application: { id: applicationId } }) {
    const keys = await transaction.clientKey.findMany({ where: { applicationId }, select: { id: true } })
    return keys.map(({ id }) => id).sort()
  },
  async run({ transaction, application, mail, record }) {
    const { id, state, environment } = application
    if (application.clientAuthentication !== 'private_key_jwt') return refused('not_found')
    if (!maySwitch(state)) return refused('wrong_state')
    if (environment === 'production' && requiresKeys()) return refused('keys_required')
    const { count } = await transaction.clientKey.deleteMany({ where: { applicationId: id } })
    await transaction.application.update({ where: { id }, data: { clientAuthentication: 'client_secret' } })
    if (statesWithSecret.includes(state)) await issueSecret(transaction, application)
    await revokeTokens(transaction, id)
    await mailOwners(transaction, mail, application, 'off')
    record({ type: 'application', id }, { keysRemoved: count })
    return done(undefined)
  },
})

async function switchToKeys(transaction: Transaction, applicationId: string): Promise<void> {
  await revokeSecrets(transaction, { applicationId })
  const data = { clientAuthentication: 'private_key_jwt' } as const
  await transaction.application.update({ where: { id: applicationId }, data })
  await revokeTokens(transaction, applicationId)
}

async function mailOwners(
  transaction: Transaction,
  mail: Mail,
  { id, name, environment }: Application,
  change: 'first' | 'added' | 'removed' | 'off',
  kid?: string,
): Promise<void> {
  const props = { applicationName: name, environment, link: applicationLink(id), change, kid }
  await mail(await listRecipients(transaction, id, 'secrets'), 'client-keys-changed', props)
}
