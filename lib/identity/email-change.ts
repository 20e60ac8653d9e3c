import { now } from '@/lib/clock'
import { command, type Mailing } from '@/lib/commands/command'
import { database } from '@/lib/database'
import { maskEmailAddress } from '@/lib/email-address'
import { getSettings } from '@/lib/env'
import type { Recipient } from '@/lib/mail/commands'
import { done, refused } from '@/lib/result'
import { hasApprovedDomain } from './activation'
import { assignAddress, offerUndo, sendAddressChanged } from './email-undo'
import { consumeLink, endPendingChange, findLink, issueLink } from './link'
import { emailAddressSchema, emailChangeHours, linkSchema, undoDays } from './schema'
import { ownSession, self } from './target'
import { countAttempt, countAttempts } from './throttle'

/**
 * Begins a change of address: mails a link to the new address, which confirms it, and one to the current address, which
 * cancels it. Nothing changes until the first is used. If the new address belongs to another account, a mail there says
 * so instead, with the same result here.
 * @returns the new address; refused `same`, `domain` (of a developer: the address is not of `SIGN_UP_DOMAINS`),
 *   `throttled` (the developer, or anyone for this new address, requested too often)
 */
export const requestEmailChange = command({
  on: ownSession,
  right: 'self',
  confirm: 'always',
  notifies: 'person',
  constantTime: true,
  input: emailAddressSchema,
  audit: 'developer.email_change_requested',
  async prepare({ actor, input: { email } }) {
    const throttled = await countAttempts([
      ['mail', `change\0${actor.id}`],
      ['mail', `change\0${email}`],
    ])
    return throttled ?? done(undefined)
  },
  async run({ transaction, own: { developer }, input: { email: newEmail }, mail, record }) {
    const { id } = developer
    if (developer.email === newEmail) return refused('same')
    // Reviewers and administrators are invited at any address.
    if (developer.role === 'developer' && !hasApprovedDomain(newEmail)) return refused('domain')
    await endPendingChange(transaction, id)
    await sendChangeLink({ transaction, mail }, developer, newEmail)
    await offerUndo({ transaction, mail }, developer, 'email-change-requested', {
      hours: emailChangeHours + undoDays * 24,
      newAddressMasked: maskEmailAddress(newEmail),
    })
    record({ type: 'developer', id }, { to: newEmail })
    return done(newEmail)
  },
})

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
export const cancelEmailChange = command({
  on: self,
  right: 'self',
  audit: 'developer.email_change_cancelled',
  async run({ transaction, developer: { id }, record }) {
    if (!(await endPendingChange(transaction, id))) return refused('not_pending')
    record({ type: 'developer', id })
    return done(undefined)
  },
})

/**
 * Completes a change of address with the link mailed to the new address, by the developer who began it: the mail may
 * have reached a stranger, who must gain nothing by it. Every session ends, and both addresses are notified; the
 * previous one can undo the change for seven days. A sign-up with the new address that was never activated loses it:
 * the link proves who reads the mailbox.
 * @returns refused `unusable_link`, also for another developer's link, and when another account took the address
 */
export const changeEmail = command({
  on: self,
  right: 'self',
  notifies: 'person',
  input: linkSchema,
  audit: 'developer.email_changed',
  taken: { email: 'unusable_link' },
  async run({ transaction, developer: { id, email: from }, input: { link }, mail, record }) {
    const { state, row } = await findLink(link, 'email_change', transaction)
    const to = row?.newEmail
    if (state !== 'usable' || !to || row.developerId !== id) return refused('unusable_link')
    const developer = await consumeLink(transaction, row)
    if (!developer) return refused('unusable_link')
    await assignAddress(transaction, id, to)
    await sendAddressChanged({ transaction, mail }, developer, to)
    record({ type: 'developer', id }, { from, to })
    return done(undefined)
  },
})

/** A link is created for a taken address too, and mailed to no one: the account page must not show the difference. */
async function sendChangeLink(
  { transaction, mail }: Mailing,
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
  if (holder) return sendAlreadyKnown({ transaction, mail }, { ...holder, email: newEmail })
  const props = { link: `${getSettings().PORTAL_URL}/change-email/${link}`, hours: emailChangeHours }
  await mail({ id, email: newEmail, locale }, 'email-change-link', props)
}

async function sendAlreadyKnown({ transaction, mail }: Mailing, to: Recipient): Promise<void> {
  if ((await countAttempt('known_address_mail', to.email, transaction)) > 0) return
  const { PORTAL_URL } = getSettings()
  await mail(to, 'address-already-known', {
    signInLink: `${PORTAL_URL}/sign-in`,
    resetLink: `${PORTAL_URL}/forgot-password`,
  })
}
