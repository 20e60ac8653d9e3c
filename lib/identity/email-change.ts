import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database, type Transaction, violatesUnique } from '@/lib/database'
import { maskEmailAddress } from '@/lib/email-address'
import { getSettings } from '@/lib/env'
import { queueMail, type Recipient } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { lockDeveloper } from './administrators'
import { hasApprovedDomain } from './approved-domain'
import { inConstantTime } from './constant-time'
import { offerUndo, sendAddressChanged, takeAddress } from './email-undo'
import { consumeLink, endPendingChange, findLink, issueLink } from './link'
import { emailChangeHours, undoDays } from './schema'
import { lockSession } from './session'
import { type Throttled, takeAttempt, takeAttempts } from './throttle'

/**
 * Begins a change of address: mails a link to the new address, which confirms it, and one to the current address, which
 * cancels it. Nothing changes until the first is used. If the new address belongs to another account, a mail there says
 * so instead, with the same result here. The caller has required a confirmation.
 * @param sessionId the requesting session: nothing is begun if it has ended
 * @returns refused `same`, `ended` (the session has), `domain` (of a developer: the address is not of
 *   `SIGN_UP_DOMAINS`), `throttled` (the developer, or anyone for this new address, requested too often)
 */
export async function requestEmailChange(
  newEmail: string,
  owner: Owner,
  sessionId: string,
): Promise<Result<undefined, 'same' | 'ended' | 'domain'> | Throttled> {
  return inConstantTime(async () => {
    const throttled = await takeAttempts([
      ['mail', `change\0${owner.id}`],
      ['mail', `change\0${newEmail}`],
    ])
    if (throttled) return throttled
    return database().$transaction(async (transaction) => {
      const developer = await lockSession(transaction, sessionId, owner.id)
      if (!developer) return refused('ended')
      if (developer.email === newEmail) return refused('same')
      // Reviewers and administrators are invited at any address.
      if (developer.role === 'developer' && !hasApprovedDomain(newEmail)) return refused('domain')
      await endPendingChange(transaction, owner.id)
      await sendChangeLink(transaction, developer, newEmail)
      await offerUndo(transaction, developer, 'email-change-requested', {
        hours: emailChangeHours + undoDays * 24,
        newAddressMasked: maskEmailAddress(newEmail),
      })
      const subject = { type: 'developer', id: owner.id } as const
      await recordAudit(transaction, owner, 'developer.email_change_requested', subject, { to: newEmail })
      return done(undefined)
    })
  })
}

/** The new address of a pending change, or null. */
export async function findPendingChange(developerId: string): Promise<string | null> {
  const live = { usedAt: null, cancelledAt: null, expiresAt: { gt: now() } }
  const where = { developerId, purpose: 'email_change', ...live } as const
  return (await database().emailLink.findFirst({ where }))?.newEmail ?? null
}

/**
 * Cancels a pending change of address.
 * @returns refused `not_pending`
 */
export async function cancelEmailChange(owner: Owner): Promise<Result<undefined, 'not_pending'>> {
  return database().$transaction(async (transaction) => {
    await lockDeveloper(transaction, owner.id)
    if (!(await endPendingChange(transaction, owner.id))) return refused('not_pending')
    const subject = { type: 'developer', id: owner.id } as const
    await recordAudit(transaction, owner, 'developer.email_change_cancelled', subject)
    return done(undefined)
  })
}

/**
 * Completes a change of address with the link mailed to the new address. Every session ends, and both addresses are
 * notified; the previous one can undo the change for seven days. A sign-up with the new address that was never
 * activated loses it: the link proves who reads the mailbox.
 * @param owner the signed-in developer: the mail may have reached a stranger, who must gain nothing by it
 * @returns refused `unusable_link`, also for another developer's link, and when another account took the address
 */
export async function changeEmail(link: string, owner: Owner): Promise<Result<undefined, 'unusable_link'>> {
  const { state, row } = await findLink(link, 'email_change')
  const newEmail = row?.newEmail
  if (state !== 'usable' || !newEmail || row.developerId !== owner.id) return refused('unusable_link')
  try {
    return await database().$transaction(async (transaction) => {
      const developer = await consumeLink(transaction, row)
      if (!developer) return refused('unusable_link')
      await takeAddress(transaction, owner.id, newEmail)
      await sendAddressChanged(transaction, developer, newEmail)
      const subject = { type: 'developer', id: owner.id } as const
      const detail = { from: developer.email, to: newEmail }
      await recordAudit(transaction, owner, 'developer.email_changed', subject, detail)
      return done(undefined)
    })
  } catch (error) {
    if (violatesUnique(error, 'email')) return refused('unusable_link')
    throw error
  }
}

/** A link is created for a taken address too, and mailed to no one: the account page must not show the difference. */
async function sendChangeLink(
  transaction: Transaction,
  { id, locale }: { id: string; locale: string },
  newEmail: string,
): Promise<void> {
  const holder = await transaction.developer.findFirst({
    where: { email: newEmail, OR: [{ activatedAt: { not: null } }, { suspendedAt: { not: null } }] },
    select: { id: true, locale: true },
  })
  const link = await issueLink(transaction, {
    developerId: id,
    purpose: 'email_change',
    hours: emailChangeHours,
    newEmail,
  })
  if (holder) return sendAlreadyKnown(transaction, { ...holder, email: newEmail })
  const mail = { link: `${getSettings().PORTAL_URL}/change-email/${link}`, hours: emailChangeHours }
  await queueMail(transaction, { id, email: newEmail, locale }, 'email-change-link', mail)
}

async function sendAlreadyKnown(transaction: Transaction, to: Recipient): Promise<void> {
  if ((await takeAttempt('known_address_mail', to.email, transaction)) > 0) return
  const { PORTAL_URL } = getSettings()
  await queueMail(transaction, to, 'address-already-known', {
    signInLink: `${PORTAL_URL}/sign-in`,
    resetLink: `${PORTAL_URL}/forgot-password`,
  })
}
