import { createHash } from 'node:crypto'
import { z } from 'zod'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { done } from '@/lib/result'
import { readLogo } from './logo'
import { findSavedAt } from './queries'
import { brandingSchema } from './schema'

/** Serialises saves. */
const saving = 5_871_236_411n

/**
 * Saves the operator's identity. It takes effect on the next request of every process. Its input has the uploaded
 * `logo`; null keeps the logo, or removes it with `removeLogo`.
 * @returns refused with what is wrong with the logo
 */
export const saveBranding = command({
  right: 'administrator',
  confirm: 'always',
  input: brandingSchema.extend({ logo: z.instanceof(Buffer).nullable() }),
  audit: 'branding.saved',
  async prepare({ input: { logo } }) {
    const read = logo ? await readLogo(logo) : done(null)
    return read.ok ? done(read.value && stored(read.value)) : read
  },
  // Before the first is saved there is no row to lock.
  async lock(transaction) {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${saving})`
  },
  version: ({ transaction }) => findSavedAt(transaction),
  async run({ transaction, input: { removeLogo, logo: _, ...input }, prepared: logo, record }) {
    const data = { ...input, ...(logo ?? (removeLogo ? noLogo : {})), updatedAt: now() }
    await transaction.branding.upsert({ where: { id: true }, create: { id: true, ...data }, update: data })
    const { productName, accentColour } = input
    const detail = { productName, accentColour, logo: logo ? 'replaced' : removeLogo ? 'removed' : 'kept' }
    record({ type: 'branding', id: 'branding' }, detail)
    return done(undefined)
  },
})

const noLogo = { logo: null, logoHash: null }

function stored(png: Buffer) {
  return { logo: new Uint8Array(png), logoHash: createHash('sha256').update(png).digest('hex') }
}
