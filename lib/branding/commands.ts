import { createHash } from 'node:crypto'
import { Prisma } from '@/generated/prisma/client'
import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { done, type Result, refused } from '@/lib/result'
import { secondsToUndo, undoableUntil } from '@/lib/undo'
import { type LogoRefusal, readLogo } from './logo'
import type { BrandingInput } from './schema'

const subject = { type: 'branding', id: 'branding' } as const

/** Serialises saves: each can be undone by itself. */
const saving = 5_871_236_411n

/**
 * Saves the operator's identity. It takes effect on the next request of every process.
 * @param logo the uploaded file; null keeps the logo, or removes it with `removeLogo`
 * @returns when it was saved, for {@link undoBranding}; refused with what is wrong with the logo
 */
export async function saveBranding(
  { removeLogo, ...input }: BrandingInput,
  logo: Buffer | null,
  administrator: Administrator,
): Promise<Result<Date, LogoRefusal>> {
  const read = logo ? await readLogo(logo) : null
  if (read && !read.ok) return read
  const data = { ...input, ...(read ? stored(read.value) : removeLogo ? noLogo : {}), updatedAt: now() }
  await database().$transaction(async (transaction) => {
    // Before the first is saved there is no row to lock.
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${saving})`
    await transaction.$executeRaw`UPDATE branding SET previous = to_jsonb(branding) - 'previous'`
    await transaction.branding.upsert({ where: { id: true }, create: { id: true, ...data }, update: data })
    const { productName, accentColour } = input
    const detail = { productName, accentColour, logo: read ? 'replaced' : removeLogo ? 'removed' : 'kept' }
    await recordAudit(transaction, administrator, 'branding.saved', subject, detail)
  })
  return done(data.updatedAt)
}

/**
 * Restores what was saved before, logo included. What it restores cannot be undone itself: `previous` is then JSON's
 * null, and SQL's only where nothing was saved before.
 * @param savedAt as {@link saveBranding} returned it
 * @returns refused `too_late` after ten seconds, or if someone has saved it since
 */
export async function undoBranding(
  savedAt: Date,
  administrator: Administrator,
): Promise<Result<undefined, 'too_late'>> {
  if (!(secondsToUndo(undoableUntil(savedAt)) > 0)) return refused('too_late')
  return database().$transaction(async (transaction) => {
    const restored = await transaction.$executeRaw`
      UPDATE branding SET (product_name, operator_name, support_email, accent_colour, logo, logo_hash, terms_url,
        privacy_url, imprint_url, updated_at, previous) =
        (SELECT product_name, operator_name, support_email, accent_colour, logo, logo_hash, terms_url,
          privacy_url, imprint_url, updated_at, 'null'::jsonb FROM jsonb_populate_record(NULL::branding, branding.previous))
      WHERE updated_at = ${savedAt} AND jsonb_typeof(previous) = 'object'`
    const first = { updatedAt: savedAt, previous: { equals: Prisma.DbNull } }
    const undone = restored || (await transaction.branding.deleteMany({ where: first })).count
    if (!undone) return refused('too_late')
    await recordAudit(transaction, administrator, 'branding.undone', subject)
    return done(undefined)
  })
}

const noLogo = { logo: null, logoHash: null }

function stored(png: Buffer) {
  return { logo: new Uint8Array(png), logoHash: createHash('sha256').update(png).digest('hex') }
}
