import type { Application } from '@/generated/prisma/client'
import { applicationLink } from '@/lib/applications/commands'
import { listRecipients } from '@/lib/applications/queries'
import { application } from '@/lib/applications/target'
import { systemActor } from '@/lib/audit/schema'
import { workOnEach } from '@/lib/background'
import { now, secondsFromNow } from '@/lib/clock'
import { command, type Target } from '@/lib/commands/command'
import { execute } from '@/lib/commands/execute'
import { database, type Transaction } from '@/lib/database'
import { done, refused } from '@/lib/result'
import {
  decryptSecret,
  issueSecret,
  lockSecrets,
  revokeSecrets,
  revokeTokens,
  statesWithSecret,
} from './commands'
import { workingSecrets } from './queries'
import { endingSchema, rotationSchema } from './schema'

/**
 * Gives an application a new secret. Without overlap every previous secret and the live tokens end immediately; with
 * overlap the previous one keeps working until its end, and its owner may end it earlier.
 * @returns the id of the new secret; refused `no_secret` (no secret may be shown yet), `already_rotated` (another
 *   rotation was faster), `still_retiring` (an earlier one is still retiring: at most two work at the same time)
 */
export const rotateSecret = command({
  on: application,
  right: 'secrets',
  confirm: 'production',
  notifies: 'owners',
  input: rotationSchema,
  audit: 'secret.rotated',
  lock: lockSecrets,
  async run({ transaction, application, input: { secretId, overlap }, mail, emit, record }) {
    const { id: applicationId, name: applicationName, environment, state } = application
    if (!statesWithSecret.includes(state)) return refused('no_secret')
    const working = await workingSecrets(transaction, applicationId)
    if (working.find(({ retiresAt }) => !retiresAt)?.id !== secretId) return refused('already_rotated')
    if (overlap > 0 && working.length > 1) return refused('still_retiring')

    const retiresAt = overlap > 0 ? secondsFromNow(overlap * 3600) : null
    if (retiresAt) await transaction.clientSecret.update({ where: { id: secretId }, data: { retiresAt } })
    else await revokeSecrets(transaction, { applicationId })
    const newSecretId = await issueSecret(transaction, application)
    if (!retiresAt) await revokeTokens(transaction, applicationId)
    const previousValidUntil = retiresAt?.toISOString()
    const props = { applicationName, environment, link: applicationLink(applicationId), previousValidUntil }
    await mail(await listRecipients(transaction, applicationId, 'secrets'), 'secret-rotated', props)
    const rotation = { applicationId, secretId: newSecretId, previousSecretId: secretId }
    const previousSecretValidUntil = previousValidUntil ?? null
    await emit('secret.rotated', { ...rotation, previousSecretValidUntil }, applicationId)
    if (!retiresAt) await emit('secret.retired', { applicationId, secretId }, applicationId)
    const detail = { applicationId, formerSecretId: secretId, overlapHours: overlap }
    record({ type: 'client_secret', id: newSecretId }, detail)
    return done(newSecretId)
  },
})

/**
 * Ends a retiring secret now, with the live tokens of its application, as anyone who has it may have those too.
 * @returns refused `not_found` (no such secret there), `not_retiring` (rotate the current one instead)
 */
export const revokePreviousSecret = command({
  on: application,
  right: 'secrets',
  confirm: 'production',
  irreversible: true,
  input: endingSchema,
  audit: 'secret.ended',
  lock: lockSecrets,
  async run({ transaction, application: { id: applicationId }, input: { secretId }, emit, record }) {
    const secret = (await workingSecrets(transaction, applicationId)).find(({ id }) => id === secretId)
    if (!secret) return refused('not_found')
    if (!secret.retiresAt) return refused('not_retiring')
    await revokeSecrets(transaction, { applicationId, id: secretId })
    await revokeTokens(transaction, applicationId)
    await emit('secret.retired', { applicationId, secretId }, applicationId)
    record({ type: 'client_secret', id: secretId }, { applicationId })
    return done(undefined)
  },
})

/** Reading a secret makes no one wait. */
const lock = async () => {}

/**
 * Shows the current secret to an owner. Each time is recorded; that of Production is also mailed to every owner.
 * @returns refused `no_secret` (not approved or proven yet)
 */
export const revealSecret = command({
  on: application,
  right: 'secrets',
  confirm: 'production',
  notifies: 'owners',
  audit: 'secret.revealed',
  lock,
  async run({ transaction, application, mail, record }) {
    const secret = await findCurrent(transaction, application)
    if (!secret) return refused('no_secret')
    const { id, name: applicationName, environment } = application
    if (environment === 'production') {
      const props = { applicationName, environment, link: applicationLink(id), at: now().toISOString() }
      await mail(await listRecipients(transaction, id, 'secrets'), 'secret-revealed', props)
    }
    record({ type: 'client_secret', id: secret.id }, { applicationId: id })
    return done(decryptSecret(secret))
  },
})

/** Lets someone call from the portal's console, with the secret (`useSecret`) or a token that was got with it. */
export const callFromConsole = command({
  on: application,
  right: 'console',
  confirm: 'production',
  audit: [],
  lock,
  run: async ({ application }) => done(application),
})

/**
 * The current secret, for a call from the portal's console, which shows it to no one. Each use is recorded.
 * @returns refused `no_secret` (not approved or proven yet)
 */
export const useSecret = command({
  on: application,
  right: 'console',
  confirm: 'production',
  audit: 'secret.used',
  lock,
  async run({ transaction, application, record }) {
    const secret = await findCurrent(transaction, application)
    if (!secret) return refused('no_secret')
    record({ type: 'client_secret', id: secret.id }, { applicationId: application.id })
    return done(decryptSecret(secret))
  },
})

async function findCurrent(transaction: Transaction, { id, state }: Application) {
  const where = { applicationId: id, proof: false, revokedAt: null, retiresAt: null }
  return statesWithSecret.includes(state) ? transaction.clientSecret.findFirst({ where }) : null
}

/** A secret whose overlap is over; another worker's is skipped. */
const retiring: Target<'secret', { id: string; applicationId: string }, never> = {
  name: 'secret',
  async find(transaction, _right, id) {
    const [secret] = await transaction.$queryRaw<{ id: string; applicationId: string }[]>`
      SELECT id, application_id AS "applicationId" FROM client_secret
      WHERE id = ${id}::uuid AND revoked_at IS NULL AND retires_at <= now() FOR UPDATE SKIP LOCKED`
    return secret ?? null
  },
  lock,
  subject: ({ id }) => ({ type: 'client_secret', id }),
}

/** Ends a secret whose overlap is over. It has not worked since; its ciphertext is deleted now. */
const retireSecret = command({
  on: retiring,
  right: 'system',
  audit: 'secret.ended',
  async run({ transaction, secret: { id: secretId, applicationId }, emit, record }) {
    await revokeSecrets(transaction, { applicationId, id: secretId })
    await emit('secret.retired', { applicationId, secretId }, applicationId)
    record({ type: 'client_secret', id: secretId }, { applicationId })
    return done(undefined)
  },
})

/** The next run takes the rest. */
const perRun = 500

/** Retires the secrets whose overlap is over, each in its own transaction. Of several workers, one retires each. */
export async function retireSecrets(signal?: AbortSignal): Promise<void> {
  const due = await database().$queryRaw<{ id: string }[]>`
    SELECT id FROM client_secret WHERE revoked_at IS NULL AND retires_at <= now() ORDER BY retires_at LIMIT ${perRun}`
  await workOnEach(due, ({ id }) => execute(retireSecret, { actor: systemActor, target: id }), signal)
}
