import { recordAudit } from '@/lib/audit/commands'
import type { Actor } from '@/lib/audit/schema'
import { database, type Transaction, violatesUnique } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { queueMail, type Recipient } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { lockDeveloper } from './administrators'
import { maskEmailAddress } from './email-address'
import { cancelLinks, consumeLink, findLink, issueLink } from './link'
import { inSameTime } from './same-time'
import { emailChangeHours } from './schema'
import { endSessions } from './session'
import { type Throttled, takeAttempt, takeAttempts } from './throttle'

type Owner = Extract<Actor, { id: string }>

/**
 * Mails a link to the address that a developer wants to have. Nothing changes until it is used. An address that
 * belongs to somebody gets no link but a mail that says so, and the answer is the same. The caller has asked for a
 * confirmation.
 * @returns refused `same`, `throttled`
 */
export async function requestEmailChange(
  newEmail: string,
  owner: Owner,
): Promise<Result<undefined, 'same'> | Throttled> {
  return inSameTime(async () => {
    const throttled = await takeAttempts([['mail', `change\0${owner.id}`]])
    if (throttled) return throttled
    return database().$transaction(async (transaction) => {
      const developer = await lockDeveloper(transaction, owner.id)
      if (!developer || developer.email === newEmail) return refused('same')
      const to = { id: owner.id, email: newEmail, locale: developer.locale }
      const taken = await transaction.developer.findUnique({ where: { email: newEmail } })
      await (taken ? tellTaken(transaction, { ...to, id: taken.id }) : sendLink(transaction, owner.id, to))
      const subject = { type: 'developer', id: owner.id } as const
      await recordAudit(transaction, owner, 'developer.email_change_requested', subject)
      return done(undefined)
    })
  })
}

/**
 * Uses the link: the address is theirs now. Every session ends, and both addresses are told.
 * @returns refused `unusable_link`, also when somebody else took the address meanwhile
 */
export async function changeEmail(link: string): Promise<Result<undefined, 'unusable_link'>> {
  const { state, row } = await findLink(link, 'email_change')
  const newEmail = row?.newEmail
  if (state !== 'usable' || !newEmail) return refused('unusable_link')
  const { id, role, email, locale } = row.developer
  try {
    return await database().$transaction(async (transaction) => {
      await lockDeveloper(transaction, id)
      if (!(await consumeLink(transaction, row.id))) return refused('unusable_link')
      await cancelLinks(transaction, id, 'password_reset')
      await transaction.developer.update({
        where: { id },
        data: { email: newEmail, sessionVersion: { increment: 1 } },
      })
      await endSessions(transaction, id)
      const props = { newAddressMasked: maskEmailAddress(newEmail) }
      for (const to of [email, newEmail])
        await queueMail(transaction, { id, email: to, locale }, 'email-changed', props)
      await recordAudit(transaction, { id, role }, 'developer.email_changed', { type: 'developer', id })
      return done(undefined)
    })
  } catch (error) {
    if (violatesUnique(error, 'email')) return refused('unusable_link')
    throw error
  }
}

async function sendLink(transaction: Transaction, developerId: string, to: Recipient): Promise<void> {
  const link = await issueLink(transaction, {
    developerId,
    purpose: 'email_change',
    hours: emailChangeHours,
    newEmail: to.email,
  })
  const mail = { link: `${getSettings().PORTAL_URL}/change-email/${link}`, hours: emailChangeHours }
  await queueMail(transaction, to, 'email-change-link', mail)
}

async function tellTaken(transaction: Transaction, to: Recipient): Promise<void> {
  if ((await takeAttempt('known_address_mail', to.email, transaction)) > 0) return
  const { PORTAL_URL } = getSettings()
  await queueMail(transaction, to, 'address-already-known', {
    signInLink: `${PORTAL_URL}/sign-in`,
    resetLink: `${PORTAL_URL}/forgot-password`,
  })
}
