import sharp from 'sharp'
import { findLogo } from './queries'
import type { Branding } from './schema'

/** A logo as e-mails carry it: a PNG of twice these CSS pixels. */
export type MailLogo = { png: Buffer; width: number; height: number }

/** As in a page's header. */
const box = { width: 160, height: 34 }

let kept: { hash: string; logo: MailLogo } | null = null

/** The operator's logo, small enough to be part of every e-mail; null without one. The last one made is kept. */
export async function findMailLogo({ logoHash }: Pick<Branding, 'logoHash'>): Promise<MailLogo | null> {
  if (!logoHash) return null
  if (kept?.hash === logoHash) return kept.logo
  const found = await findLogo()
  if (!found) return null
  const { data, info } = await sharp(found.bytes)
    .resize({ width: 2 * box.width, height: 2 * box.height, fit: 'inside' })
    .png({ palette: true })
    .toBuffer({ resolveWithObject: true })
  kept = {
    hash: found.hash,
    logo: { png: data, width: Math.round(info.width / 2), height: Math.round(info.height / 2) },
  }
  return kept.logo
}
