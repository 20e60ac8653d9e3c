import type { TemplateProps } from '@/emails/render-mail'
import type { Developer } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { command, type Mail, type Mailing } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { maskEmailAddress } from '@/lib/email-address'
import { getSettings } from '@/lib/env'
import { done, refused } from '@/lib/result'
import { lockDeveloper } from './administrators'
import { cancelLinks, consumeLink, endPendingChange, findLink, issueLink } from './link'
import { linkSchema, undoDays } from './schema'
import { revokeSessions } from './session'

/** A link that keeps or restores this address, and whether the change is pending or done; null for any other link. */
export async function findUndo(link: string) {
  const { state, row } = await findLink(link, 'email_undo')
  if (state !== 'usable' || !row?.newEmail) return null
  const { email } = row.developer
  return { email: row.newEmail, changedTo: email === row.newEmail ? null : maskEmailAddress(email) }
}

/**
 * Uses the link mailed to the previous address. A pending change is cancelled. After the change, the previous address
 * is restored, even after further changes: every session ends, the links of those further changes are cancelled, and
 * both addresses are notified. A sign-up with that address that was never activated loses it.
 * @returns refused `unusable_link`, `address_taken` (another account has it: an administrator has to help)
 */
export const undoEmailChange = command({
  right: 'anyone',
  notifies: 'person',
  input: linkSchema,
  audit: ['developer.email_change_cancelled', 'developer.email_change_undone'],
  taken: { email: 'address_taken' },
  async run({ transaction, input: { link }, mail, record }) {
    const { state, row } = await findLink(link, 'email_undo', transaction)
    const email = row?.newEmail
    if (state !== 'usable' || !email) return refused('unusable_link')
    const developer = await consumeLink(transaction, row)
    if (!developer) return refused('unusable_link')
    const { id, role } = developer
    const subject = { type: 'developer', id } as const
    if (developer.email === email) {
      await endPendingChange(transaction, id)
      record(subject, {}, 'developer.email_change_cancelled', { id, role })
      return done('cancelled')
    }
    await cancelLaterUndo(transaction, id, row.createdAt)
    await assignAddress(transaction, id, email)
    await sendRestored(mail, developer, email)
    const detail = { from: developer.email, to: email }
    record(subject, detail, 'developer.email_change_undone', { id, role })
    return done('restored')
  },
})

/**
 * Gives an account this address, inside the caller's transaction: every session ends, and so do links mailed to the
 * previous address. A sign-up with the address that was never activated loses it and is removed later.
 * @throws a unique violation when an activated or suspended account has the address
 */
export async function assignAddress(transaction: Transaction, id: string, email: string): Promise<void> {
  const holder = await transaction.developer.findUnique({ where: { email } })
  const unused = holder && (await lockDeveloper(transaction, holder.id))
  if (unused && !unused.activatedAt && !unused.suspendedAt) {
    await transaction.developer.update({
      where: { id: unused.id },
      data: { email: `deleted-${unused.id}@invalid`, deletedAt: now() },
    })
    await cancelLinks(transaction, unused.id, ['activation', 'invitation'])
  }
  await cancelLinks(transaction, id, ['password_reset', 'known_browser'])
  await transaction.developer.update({ where: { id }, data: { email, sessionVersion: { increment: 1 } } })
  await revokeSessions(transaction, id)
}

/** Notifies both addresses of a change; the previous one gets a link that undoes it. */
export async function sendAddressChanged(
  { transaction, mail }: Mailing,
  previous: Developer,
  newEmail: string,
): Promise<void> {
  const newAddressMasked = maskEmailAddress(newEmail)
  await offerUndo({ transaction, mail }, previous, 'email-changed', {
    hours: undoDays * 24,
    newAddressMasked,
  })
  await mail({ ...previous, email: newEmail }, 'email-changed', { newAddressMasked })
}

type Offer = { hours: number; newAddressMasked: string }

/** Mails a link to this address of the developer; the link keeps the address, or restores it later. */
export async function offerUndo(
  { transaction, mail }: Mailing,
  { id, email, locale }: Pick<Developer, 'id' | 'email' | 'locale'>,
  template: 'email-change-requested' | 'email-changed',
  { hours, newAddressMasked }: Offer,
): Promise<void> {
  const link = await issueLink(transaction, {
    developerId: id,
    purpose: 'email_undo',
    hours,
    newEmail: email,
  })
  const props: TemplateProps<typeof template> = {
    link: `${getSettings().PORTAL_URL}/change-email/undo/${link}`,
    days: undoDays,
    newAddressMasked,
  }
  await mail({ id, email, locale }, template, props)
}

/** Later addresses of the account must not be able to take it back. */
async function cancelLaterUndo(transaction: Transaction, developerId: string, since: Date): Promise<void> {
  const live = { usedAt: null, cancelledAt: null, createdAt: { gte: since } }
  await transaction.emailLink.updateMany({
    where: { developerId, purpose: 'email_undo', ...live },
    data: { cancelledAt: now() },
  })
}

async function sendRestored(mail: Mail, developer: Developer, email: string): Promise<void> {
  const props = {
    addressMasked: maskEmailAddress(email),
    resetLink: `${getSettings().PORTAL_URL}/forgot-password`,
  }
  const both = [email, developer.email].map((address) => ({ ...developer, email: address }))
  await mail(both, 'email-restored', props)
}
