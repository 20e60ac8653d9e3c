import type { Developer } from '@/generated/prisma/client'
import { type Database, database, type Transaction } from '@/lib/database'
import { getSettings, SettingsError } from '@/lib/env'
import { queueMail } from '@/lib/mail/commands'
import { listAdministrators } from './administrators'
import type { Device } from './schema'

/**
 * True when this account must not use its password: reviewers and administrators sign in with the provider, except
 * those with a break-glass account, for when the provider is away.
 */
export function isPasswordOff({ role, breakGlass }: Pick<Developer, 'role' | 'breakGlass'>): boolean {
  return getSettings().STAFF_PASSWORDS === 'break-glass' && role !== 'developer' && !breakGlass
}

/** Whether the developer can use a password: `on`, `off` for their role, or `none` was ever set. */
export async function findPasswordUse(developerId: string): Promise<'on' | 'off' | 'none'> {
  const developer = await database().developer.findUniqueOrThrow({ where: { id: developerId } })
  if (isPasswordOff(developer)) return 'off'
  return developer.passwordHash === null ? 'none' : 'on'
}

/** Notifies all administrators of a sign-in with a break-glass account, inside the caller's transaction. */
export async function reportBreakGlass(
  transaction: Transaction,
  { email, role, breakGlass }: Pick<Developer, 'email' | 'role' | 'breakGlass'>,
  { address }: Device,
): Promise<void> {
  if (getSettings().STAFF_PASSWORDS !== 'break-glass' || role === 'developer' || !breakGlass) return
  const props = { personEmail: email, address: address || undefined }
  await queueMail(transaction, await listAdministrators(transaction), 'break-glass-sign-in', props)
}

/**
 * Refuses STAFF_PASSWORDS=break-glass as long as no one could sign in without the provider.
 * @throws SettingsError with a sentence for the operator
 */
export async function refuseWithoutBreakGlass(client: Database = database()): Promise<void> {
  if (getSettings().STAFF_PASSWORDS !== 'break-glass') return
  const usable = await client.developer.count({
    where: {
      breakGlass: true,
      passwordHash: { not: null },
      ...{ activatedAt: { not: null }, suspendedAt: null, deletedAt: null },
      OR: [{ totpFactor: { confirmedAt: { not: null } } }, { passkeys: { some: {} } }],
    },
  })
  if (usable === 0)
    throw new SettingsError(
      'STAFF_PASSWORDS: break-glass requires an account for emergencies that has a password and a second factor. ' +
        'Start with STAFF_PASSWORDS=allowed, sign in as the first administrator and set up a second factor, or invite ' +
        'someone with guichet create-reviewer EMAIL --administrator --break-glass.',
    )
}
