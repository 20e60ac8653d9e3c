import { database, type Transaction } from '@/lib/database'
import { type Logo, lastLogo, rememberBranding, rememberLogo } from './last-read'
import { type Branding, guichetBranding } from './schema'

/**
 * The operator's identity, or Guichet's where none was saved. Read for each request, so that a change shows
 * on the next.
 */
export async function findBranding(): Promise<Branding> {
  const row = await database().branding.findFirst({
    omit: { id: true, logo: true, updatedAt: true },
  })
  const branding = rememberBranding(row ? { ...row, saved: true } : guichetBranding)
  // Before an outage, so that its pages have the logo too.
  if (branding.logoHash && !lastLogo()) await findLogo()
  return branding
}

/** When the branding was last saved; null if it never was. */
export async function findSavedAt(transaction: Transaction = database()): Promise<Date | null> {
  return (await transaction.branding.findFirst({ select: { updatedAt: true } }))?.updatedAt ?? null
}

/** The logo as a PNG, with its hash; null without one. */
export async function findLogo(): Promise<Logo | null> {
  const row = await database().branding.findFirst({ select: { logo: true, logoHash: true } })
  return rememberLogo(row?.logo && row.logoHash ? { hash: row.logoHash, bytes: row.logo } : null)
}
