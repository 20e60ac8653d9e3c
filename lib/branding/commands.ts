import { createHash } from 'node:crypto'
import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { done, refused } from '@/lib/result'
import { isReadable, nearestReadable } from './accent'
import { type LogoRefusal, readLogo } from './logo'
import type { BrandingInput } from './schema'

type Saved =
  | { ok: true; value: undefined }
  | { ok: false; reason: LogoRefusal }
  | { ok: false; reason: 'accent_unreadable'; nearest: string }

/**
 * Saves the operator's identity. It takes effect on the next request of every process.
 * @param logo the uploaded file; null keeps the logo, or removes it with `removeLogo`
 * @returns refused `accent_unreadable` with the nearest colour that is readable in both themes, or with what is wrong
 *   with the logo
 */
export async function saveBranding(
  { removeLogo, ...input }: BrandingInput,
  logo: Buffer | null,
  administrator: Administrator,
): Promise<Saved> {
  if (!isReadable(input.accentColour))
    return { ...refused('accent_unreadable'), nearest: nearestReadable(input.accentColour) }
  const read = logo ? await readLogo(logo) : null
  if (read && !read.ok) return read
  const data = { ...input, ...(read ? stored(read.value) : removeLogo ? noLogo : {}), updatedAt: now() }
  await database().$transaction(async (transaction) => {
    await transaction.branding.upsert({ where: { id: true }, create: { id: true, ...data }, update: data })
    const { productName, accentColour } = input
    const detail = { productName, accentColour, logo: read ? 'replaced' : removeLogo ? 'removed' : 'kept' }
    await recordAudit(
      transaction,
      administrator,
      'branding.saved',
      { type: 'branding', id: 'branding' },
      detail,
    )
  })
  return done(undefined)
}

const noLogo = { logo: null, logoHash: null }

function stored(png: Buffer) {
  return { logo: new Uint8Array(png), logoHash: createHash('sha256').update(png).digest('hex') }
}
