import type { Developer } from '@/generated/prisma/client'
import type { Mailing } from '@/lib/commands/command'
import { type Database, database, type Transaction } from '@/lib/database'
import { getSettings, SettingsError } from '@/lib/env'
import { listAdministrators } from './administrators'
import { findIssuer, findProviderName } from './provider-settings'
import type { Device } from './schema'

/**
 * True when this account must not use its password: reviewers and administrators sign in with the provider, except
 * those with a break-glass account, for when the provider is away.
 */
export function isPasswordOff({ role, breakGlass }: Pick<Developer, 'role' | 'breakGlass'>): boolean {
  return getSettings().STAFF_PASSWORDS === 'break-glass' && role !== 'developer' && !breakGlass
}

/**
 * True when this account must get no password: where it must not use one, and while its role is the provider's, so that
 * whom the provider no longer admits has no other way to what it gave.
 */
export async function isPasswordFixed(
  developer: Pick<Developer, 'id' | 'role' | 'breakGlass' | 'roleByClaim'>,
  client: Transaction = database(),
): Promise<boolean> {
  if (isPasswordOff(developer)) return true
  if (!developer.roleByClaim) return false
  const linked = { developerId: developer.id, issuer: findIssuer() ?? '' }
  return (await client.signInIdentity.count({ where: linked })) > 0
}

/** Whether the developer can change a password: `on`, `off` or `fixed` for their role, or `none` was ever set. */
export async function findPasswordUse(developerId: string): Promise<'on' | 'off' | 'fixed' | 'none'> {
  const developer = await database().developer.findUniqueOrThrow({ where: { id: developerId } })
  if (isPasswordOff(developer)) return 'off'
  if (await isPasswordFixed(developer)) return 'fixed'
  return developer.passwordHash === null ? 'none' : 'on'
}

/** Notifies all administrators of a sign-in to a break-glass account, inside the caller's transaction. */
export async function reportBreakGlass(
  { transaction, mail }: Mailing,
  { email, role, breakGlass }: Pick<Developer, 'email' | 'role' | 'breakGlass'>,
  { address }: Device,
): Promise<void> {
  if (getSettings().STAFF_PASSWORDS !== 'break-glass' || role === 'developer' || !breakGlass) return
  const props = { personEmail: email, address: address || undefined }
  await mail(await listAdministrators(transaction), 'break-glass-sign-in', props)
}

/**
 * Notifies all administrators that single sign-on now opens a break-glass account, inside the caller's transaction;
 * whatever STAFF_PASSWORDS says, as it may change.
 */
export async function reportBreakGlassLink(
  { transaction, mail }: Mailing,
  { email, breakGlass }: Pick<Developer, 'email' | 'breakGlass'>,
): Promise<void> {
  if (!breakGlass) return
  const props = { personEmail: email, provider: findProviderName() ?? '' }
  await mail(await listAdministrators(transaction), 'break-glass-linked', props)
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
      activatedAt: { not: null },
      suspendedAt: null,
      deletedAt: null,
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
