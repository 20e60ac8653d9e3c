import { createHash, randomBytes } from 'node:crypto'
import type { Developer, EmailLink, LinkPurpose, Role } from '@/generated/prisma/client'
import { now, secondsFromNow } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { newId } from '@/lib/ids'
import { lockDeveloper } from './administrators'

/**
 * The state that an account must have for a link of each purpose. Suspended and deleted accounts may use none. The
 * database enforces the same rule (trigger `email_link_fits_account`).
 */
export const linkAccounts: Record<LinkPurpose, 'unactivated' | 'activated' | 'any'> = {
  activation: 'unactivated',
  invitation: 'any',
  password_reset: 'activated',
  email_change: 'activated',
  email_undo: 'activated',
  known_browser: 'activated',
}

type NewLink = {
  developerId: string
  purpose: LinkPurpose
  hours: number
  newEmail?: string
  /** for an invitation: the role it gives, the inviter, and whether it is to a break-glass account */
  invitation?: { role: Role; invitedById: string | null; breakGlass: boolean }
}

/** The state of a link. Cancelled, mangled and invented links cannot be distinguished: all are `unknown`. */
export type LinkState = 'usable' | 'expired' | 'used' | 'unknown'

/** Base64url of 32 bytes. */
const shape = /^[A-Za-z0-9_-]{43}$/

const doublePostSeconds = 60

/**
 * Creates a link of 256 random bits and cancels the previous one of this purpose. A link that undoes a change of
 * address cancels none: a second change must not remove the way back from the first. Only the SHA-256 is stored: the
 * link itself is in the mail and nowhere else. The caller has locked the developer's row.
 * @returns the last part of the link's path
 */
export async function issueLink(
  transaction: Transaction,
  { developerId, purpose, hours, newEmail, invitation }: NewLink,
): Promise<string> {
  if (purpose !== 'email_undo') await cancelLinks(transaction, developerId, [purpose])
  const { link, tokenHash } = makeLink()
  await transaction.emailLink.create({
    data: {
      id: newId(),
      developerId,
      purpose,
      tokenHash,
      newEmail,
      invitedRole: invitation?.role,
      invitedById: invitation?.invitedById,
      breakGlass: invitation?.breakGlass,
      createdAt: now(),
      expiresAt: secondsFromNow(hours * 3600),
    },
  })
  return link
}

/** Cancels the live links of these purposes and returns how many there were. */
export async function cancelLinks(
  transaction: Transaction,
  developerId: string,
  purposes: LinkPurpose[],
): Promise<number> {
  const { count } = await transaction.emailLink.updateMany({
    where: { developerId, purpose: { in: purposes }, usedAt: null, cancelledAt: null },
    data: { cancelledAt: now() },
  })
  return count
}

/**
 * Ends a pending change of address, inside the caller's transaction: its own link, and the links that restore the
 * current address, which have nothing left to undo.
 * @returns whether a change was pending
 */
export async function endPendingChange(transaction: Transaction, developerId: string): Promise<boolean> {
  const { email } = await transaction.developer.findUniqueOrThrow({ where: { id: developerId } })
  await transaction.emailLink.updateMany({
    where: { developerId, purpose: 'email_undo', newEmail: email, usedAt: null, cancelledAt: null },
    data: { cancelledAt: now() },
  })
  return (await cancelLinks(transaction, developerId, ['email_change'])) > 0
}

/**
 * True when a link of this purpose was mailed within the last minute: a form sent twice sends one mail. The caller has
 * locked the developer's row.
 */
export async function hasFreshLink(transaction: Transaction, developerId: string, purpose: LinkPurpose) {
  const live = { usedAt: null, cancelledAt: null, createdAt: { gt: secondsFromNow(-doublePostSeconds) } }
  return (await transaction.emailLink.findFirst({ where: { developerId, purpose, ...live } })) !== null
}

type Found = EmailLink & { developer: Developer }

/** Looks a link up without using it. */
export async function findLink(
  link: string,
  purpose: LinkPurpose,
  client: Transaction = database(),
): Promise<{ state: 'usable'; row: Found } | { state: Exclude<LinkState, 'usable'>; row: Found | null }> {
  const tokenHash = hashLink(link)
  const row = tokenHash
    ? await client.emailLink.findUnique({ where: { tokenHash, purpose }, include: { developer: true } })
    : null
  if (!row) return { state: 'unknown', row }
  return { state: row.usedAt || mayUse(purpose, row.developer) ? linkStateOf(row) : 'unknown', row }
}

/**
 * Locks the developer and uses their link up, inside the caller's transaction.
 * @returns the developer; null, without writing, when the link was already used or cancelled, has expired, or is not
 *   valid for the account's state
 */
export async function consumeLink(
  transaction: Transaction,
  { id, developerId, purpose }: Pick<EmailLink, 'id' | 'developerId' | 'purpose'>,
): Promise<Developer | null> {
  const developer = await lockDeveloper(transaction, developerId)
  if (!developer || !mayUse(purpose, developer)) return null
  const at = now()
  const { count } = await transaction.emailLink.updateMany({
    where: { id, usedAt: null, cancelledAt: null, expiresAt: { gt: at } },
    data: { usedAt: at },
  })
  return count === 1 ? developer : null
}

function mayUse(purpose: LinkPurpose, developer: Developer): boolean {
  if (developer.suspendedAt || developer.deletedAt) return false
  const account = linkAccounts[purpose]
  return account === 'any' || (account === 'activated') === (developer.activatedAt !== null)
}

/** The state of a link with these dates, regardless of its account. */
export function linkStateOf(row: Pick<EmailLink, 'usedAt' | 'cancelledAt' | 'expiresAt'> | null): LinkState {
  if (row?.usedAt) return 'used'
  if (!row || row.cancelledAt) return 'unknown'
  return row.expiresAt > now() ? 'usable' : 'expired'
}

/** A link of 256 random bits, and its SHA-256, the only part that is stored. */
export function makeLink(): { link: string; tokenHash: Uint8Array<ArrayBuffer> } {
  const link = randomBytes(32).toString('base64url')
  return { link, tokenHash: digest(link) }
}

/** The hash by which a link is found; null if it has not the form of our links. */
export function hashLink(link: string): Uint8Array<ArrayBuffer> | null {
  return typeof link === 'string' && shape.test(link) ? digest(link) : null
}

function digest(link: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(link).digest())
}
