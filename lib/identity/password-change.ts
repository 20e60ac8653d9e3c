import { recordAudit } from '@/lib/audit/commands'
import { visitor } from '@/lib/audit/schema'
import { command } from '@/lib/commands/command'
import { inConstantTime } from '@/lib/constant-time'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { sendActivationLink } from './activation'
import { isPasswordFixed } from './break-glass'
import { isSecondFactorOn } from './factors'
import { cancelLinks, consumeLink, findLink, hasFreshLink, issueLink } from './link'
import { checkPassword, hashPassword } from './password'
import { findWeakness } from './password-strength'
import { changePasswordSchema, newPasswordSchema, resetHours } from './schema'
import { ownSession, sessionOf } from './self'
import { endSessions, replaceSession } from './session'
import { forgetAttempts, type Throttled, type ThrottleKey, takeAttempts, takeMailAttempts } from './throttle'

/**
 * Mails a link for setting a new password. Result and duration are the same for every address; an account that was
 * never activated gets its activation link instead, and one that is suspended, or must get no password
 * (`isPasswordFixed`), gets nothing.
 * @param resend requested explicitly, so a mail is sent however recent the previous one is
 * @returns refused `throttled` when this address was requested too often
 */
export async function requestPasswordReset(
  { email, resend }: { email: string; resend: boolean },
  address: string | null,
): Promise<{ ok: true; value: undefined } | Throttled> {
  return inConstantTime(async () => {
    const throttled = await takeMailAttempts(`reset\0${email}`, address)
    if (throttled) return throttled
    await database().$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT id FROM developer WHERE email = ${email} FOR NO KEY UPDATE`
      const developer = await transaction.developer.findFirst({ where: { email, deletedAt: null } })
      if (!developer || developer.suspendedAt || (await isPasswordFixed(developer, transaction))) return
      const purpose = developer.activatedAt ? 'password_reset' : 'activation'
      if (!resend && (await hasFreshLink(transaction, developer.id, purpose))) return
      await (purpose === 'activation' ? sendActivationLink : sendResetLink)(transaction, developer)
      const subject = { type: 'developer', id: developer.id } as const
      await recordAudit(transaction, visitor, `developer.${purpose}_link_sent`, subject)
    })
    return done(undefined)
  })
}

/**
 * Sends a new link to the recipient of an expired one.
 * @returns refused `unknown_link` for one that was never sent, or was replaced
 */
export async function renewPasswordReset(
  link: string,
): Promise<Result<undefined, 'unknown_link'> | Throttled> {
  const { state, row } = await findLink(link, 'password_reset')
  if (state === 'unknown' || !row) return refused('unknown_link')
  return requestPasswordReset({ email: row.developer.email, resend: true }, null)
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
    await endSessions(transaction, id)
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
    const throttled = await takeAttempts(keys)
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
    const replaced = await replaceSession(transaction, session, changed)
    await endSessions(transaction, id, replaced.sessionId)
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

async function sendResetLink(
  transaction: Transaction,
  { id, email, locale }: { id: string; email: string; locale: string },
): Promise<void> {
  const link = await issueLink(transaction, { developerId: id, purpose: 'password_reset', hours: resetHours })
  const mail = { link: `${getSettings().PORTAL_URL}/reset-password/${link}`, hours: resetHours }
  await queueMail(transaction, { id, email, locale }, 'password-reset', mail)
}
