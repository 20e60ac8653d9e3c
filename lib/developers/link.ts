import { createHash, randomBytes } from 'node:crypto'
import type { EmailLink, LinkPurpose, Role } from '@/generated/prisma/client'
import { now, secondsFromNow } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { newId } from '@/lib/ids'

type NewLink = {
  developerId: string
  purpose: LinkPurpose
  hours: number
  newEmail?: string
  /** of an invitation: the role it gives, and who gave it */
  invitation?: { role: Role; invitedById: string | null }
}

/** Where a link stands. Cancelled, mangled and made-up ones cannot be told apart: all are `unknown`. */
export type LinkState = 'usable' | 'expired' | 'used' | 'unknown'

/** Base64url of 32 bytes. */
const shape = /^[A-Za-z0-9_-]{43}$/

const doublePostSeconds = 60

/**
 * Makes a link of 256 random bits and cancels the former of this purpose. Only its SHA-256 is stored: the link itself
 * goes into the mail and nowhere else. The caller holds the developer's row, so that two cannot be made at once.
 * @returns the last part of the link's path
 */
export async function issueLink(
  transaction: Transaction,
  { developerId, purpose, hours, newEmail, invitation }: NewLink,
): Promise<string> {
  await cancelLinks(transaction, developerId, purpose)
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
      createdAt: now(),
      expiresAt: secondsFromNow(hours * 3600),
    },
  })
  return link
}

/** Ends the live links of this purpose, and says how many there were. */
export async function cancelLinks(transaction: Transaction, developerId: string, purpose: LinkPurpose) {
  return transaction.emailLink.updateMany({
    where: { developerId, purpose, usedAt: null, cancelledAt: null },
    data: { cancelledAt: now() },
  })
}

/**
 * True when a link of this purpose was mailed within the last minute: a form sent twice sends one mail. The caller
 * holds the developer's row.
 */
export async function hasFreshLink(transaction: Transaction, developerId: string, purpose: LinkPurpose) {
  const live = { usedAt: null, cancelledAt: null, createdAt: { gt: secondsFromNow(-doublePostSeconds) } }
  return (await transaction.emailLink.findFirst({ where: { developerId, purpose, ...live } })) !== null
}

/** Looks a link up without using it. `row` is there for all but unknown ones. */
export async function findLink(link: string, purpose: LinkPurpose) {
  const tokenHash = hashLink(link)
  const row = tokenHash
    ? await database().emailLink.findUnique({ where: { tokenHash, purpose }, include: { developer: true } })
    : null
  return { state: stateOf(row), row }
}

/**
 * Uses a link up inside the caller's transaction.
 * @returns false when somebody else did meanwhile, or its time is over: nothing was written then
 */
export async function consumeLink(transaction: Transaction, id: string): Promise<boolean> {
  const at = now()
  const { count } = await transaction.emailLink.updateMany({
    where: { id, usedAt: null, cancelledAt: null, expiresAt: { gt: at } },
    data: { usedAt: at },
  })
  return count === 1
}

/** Where a link with these marks stands. */
export function stateOf(row: Pick<EmailLink, 'usedAt' | 'cancelledAt' | 'expiresAt'> | null): LinkState {
  if (row?.usedAt) return 'used'
  if (!row || row.cancelledAt) return 'unknown'
  return row.expiresAt > now() ? 'usable' : 'expired'
}

/** A link of 256 random bits, and the SHA-256 that is all that is stored of it. */
export function makeLink(): { link: string; tokenHash: Uint8Array<ArrayBuffer> } {
  const link = randomBytes(32).toString('base64url')
  return { link, tokenHash: digest(link) }
}

/** What a link is found by; null when it is none that we made. */
export function hashLink(link: string): Uint8Array<ArrayBuffer> | null {
  return shape.test(link) ? digest(link) : null
}

function digest(link: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(link).digest())
}
