import { createHash } from 'node:crypto'
import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { done, type Result } from '@/lib/result'
import { requireShown } from '@/lib/shown'
import { type LogoRefusal, readLogo } from './logo'
import { findSavedAt } from './queries'
import type { BrandingInput } from './schema'

const subject = { type: 'branding', id: 'branding' } as const

/** Serialises saves. */
const saving = 5_871_236_411n

/**
 * Saves the operator's identity. It takes effect on the next request of every process.
 * @param logo the uploaded file; null keeps the logo, or removes it with `removeLogo`
 * @returns refused with what is wrong with the logo
 */
export async function saveBranding(
  { removeLogo, ...input }: BrandingInput,
  logo: Buffer | null,
  administrator: Administrator,
): Promise<Result<undefined, LogoRefusal>> {
  const read = logo ? await readLogo(logo) : null
  if (read && !read.ok) return read
  const data = { ...input, ...(read ? stored(read.value) : removeLogo ? noLogo : {}), updatedAt: now() }
  await database().$transaction(async (transaction) => {
    // Before the first is saved there is no row to lock.
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${saving})`
    requireShown(await findSavedAt(transaction))
    await transaction.branding.upsert({ where: { id: true }, create: { id: true, ...data }, update: data })
    const { productName, accentColour } = input
    const detail = { productName, accentColour, logo: read ? 'replaced' : removeLogo ? 'removed' : 'kept' }
    await recordAudit(transaction, administrator, 'branding.saved', subject, detail)
  })
  return done(undefined)
}

const noLogo = { logo: null, logoHash: null }

function stored(png: Buffer) {
  return { logo: new Uint8Array(png), logoHash: createHash('sha256').update(png).digest('hex') }
}
