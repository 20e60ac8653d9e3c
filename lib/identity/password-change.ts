import { type Context, command } from '@/lib/commands/command'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { done, refused } from '@/lib/result'
import { findRecipient, sendActivationLink } from './activation'
import { isPasswordFixed } from './break-glass'
import { isSecondFactorOn } from './factors'
import { cancelLinks, consumeLink, findLink, hasFreshLink, issueLink } from './link'
import { checkPassword, hashPassword } from './password'
import { findWeakness } from './password-strength'
import { changePasswordSchema, emailAddressSchema, linkSchema, newPasswordSchema, resetHours } from './schema'
import { replaceSession, revokeSessions } from './session'
import { deviceOf, ownSession, sessionOf } from './target'
import { countAttempts, countMailAttempts, forgetAttempts, type ThrottleKey } from './throttle'

const mailed = ['developer.password_reset_link_sent', 'developer.activation_link_sent'] as const

/**
 * Mails a link for setting a new password. Result and duration are the same for every address; an account that was
 * never activated gets its activation link instead, and one that is suspended, or must get no password
 * (`isPasswordFixed`), gets nothing. With the intent `resend`, a mail is sent however recent the previous one is.
 * @returns refused `throttled` when this address was requested too often
 */
export const requestPasswordReset = command({
  right: 'anyone',
  notifies: 'person',
  input: emailAddressSchema,
  audit: mailed,
  constantTime: true,
  prepare: async ({ actor, input: { email } }) =>
    (await countMailAttempts(`reset\0${email}`, deviceOf(actor).address)) ?? done(undefined),
  run: (given) => sendLink(given, given.input.email, given.input.intent === 'resend'),
})

/**
 * Sends a new link to the recipient of an expired one.
 * @returns refused `unknown_link` for one that was never sent, or was replaced; `throttled`
 */
export const renewPasswordReset = command({
  right: 'anyone',
  notifies: 'person',
  input: linkSchema,
  audit: mailed,
  constantTime: true,
  prepare: ({ input: { link } }) => findRecipient(link, 'password_reset'),
  run: (given) => sendLink(given, given.prepared.email, true),
})

type Sending = Pick<Context<unknown, unknown>, 'transaction' | 'mail' | 'record'>

async function sendLink({ transaction, mail, record }: Sending, email: string, resend: boolean) {
  await transaction.$queryRaw`SELECT id FROM developer WHERE email = ${email} FOR NO KEY UPDATE`
  const where = { email, suspendedAt: null, deletedAt: null }
  const developer = await transaction.developer.findFirst({ where })
  if (!developer || (await isPasswordFixed(developer, transaction))) return done(undefined)
  const { id } = developer
  const purpose = developer.activatedAt ? 'password_reset' : 'activation'
  if (!resend && (await hasFreshLink(transaction, id, purpose))) return done(undefined)
  if (purpose === 'activation') await sendActivationLink({ transaction, mail }, developer)
  else {
    const link = await issueLink(transaction, { developerId: id, purpose, hours: resetHours })
    const url = `${getSettings().PORTAL_URL}/reset-password/${link}`
    await mail(developer, 'password-reset', { link: url, hours: resetHours })
  }
  record({ type: 'developer', id }, {}, `developer.${purpose}_link_sent`)
  return done(undefined)
}

/**
 * Sets a new password through a link. Every session ends; a second factor stays on.
 * @returns the developer's id, for making this browser known, as the mailbox proves it is theirs; refused with the
 *   weakness of the password (the link stays usable), or `unusable_link`
 */
export const resetPassword = command({
  right: 'anyone',
  notifies: 'person',
  input: newPasswordSchema,
  audit: 'developer.password_reset',
  async prepare({ input: { link, password } }) {
    const { state, row } = await findLink(link, 'password_reset')
    if (state !== 'usable') return refused('unusable_link')
    const { developer } = row
    if (await isPasswordFixed(developer)) return refused('unusable_link')
    const weakness = findWeakness(password, developer.email, await isSecondFactorOn(developer.id))
    return weakness ? refused(weakness) : done({ row, hash: await hashPassword(password, developer.id) })
  },
  async run({ transaction, prepared: { row, hash }, mail, record }) {
    const current = await consumeLink(transaction, row)
    if (!current || (await isPasswordFixed(current, transaction))) return refused('unusable_link')
    const { id, role } = row.developer
    await setPassword(transaction, id, hash)
    await revokeSessions(transaction, id)
    await mail(row.developer, 'password-changed', {})
    record({ type: 'developer', id }, {}, 'developer.password_reset', { id, role })
    return done(id)
  },
})

/**
 * Changes the password of the signed-in developer. Every other session ends, and this one gets another id.
 * @returns refused `wrong` (the current one), `same`, the new one's weakness, `throttled`
 */
export const changePassword = command({
  on: ownSession,
  right: 'self',
  notifies: 'person',
  input: changePasswordSchema,
  audit: 'developer.password_changed',
  async prepare({ actor, input: { currentPassword, newPassword } }) {
    const [id, keys] = [actor.id ?? '', [['confirmation', sessionOf(actor)?.id ?? ''] as ThrottleKey]]
    const throttled = await countAttempts(keys)
    if (throttled) return throttled
    const developer = await database().developer.findUniqueOrThrow({ where: { id } })
    const isRight = await checkPassword(developer.passwordHash, currentPassword, id)
    if (!isRight || (await isPasswordFixed(developer))) return refused('wrong')
    await forgetAttempts(keys, database())
    if (currentPassword === newPassword) return refused('same')
    const weakness = findWeakness(newPassword, developer.email, await isSecondFactorOn(id))
    return weakness ? refused(weakness) : done(await hashPassword(newPassword, id))
  },
  async run({ transaction, own: { developer, session }, prepared: passwordHash, mail, record }) {
    const { id } = developer
    if (await isPasswordFixed(developer, transaction)) return refused('wrong')
    const changed = await setPassword(transaction, id, passwordHash)
    const replaced = await replaceSession({ transaction, mail }, session, changed)
    await revokeSessions(transaction, id, replaced.sessionId)
    await mail(changed, 'password-changed', {})
    record({ type: 'developer', id })
    return done(replaced)
  },
})

/** Increments the version: earlier cookies are invalid even if their rows remain. The caller ends the sessions. */
async function setPassword(transaction: Transaction, id: string, passwordHash: string) {
  await cancelLinks(transaction, id, ['password_reset'])
  return transaction.developer.update({
    where: { id },
    data: { passwordHash, sessionVersion: { increment: 1 } },
  })
}
