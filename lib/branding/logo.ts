import sharp from 'sharp'
import { done, type Result, refused } from '@/lib/result'
import { findLogo } from './queries'
import { type Branding, logoLimits } from './schema'

export type LogoRefusal = 'logo_large' | 'logo_kind' | 'logo_animated' | 'logo_pixels' | 'logo_broken'

/** The longest side as it is served: four times what a header shows. */
const servedPixels = 512
const decodeSeconds = 5

/**
 * Decodes an uploaded logo and encodes it again, so that nothing of the file itself is ever served: no metadata, no
 * trailing bytes, no second format. Only PNG and WebP reach a decoder.
 * @returns a PNG of at most 512 px; refused for anything but a still PNG or WebP of up to 512 KiB and 4,096 px
 */
export async function readLogo(bytes: Buffer): Promise<Result<Buffer, LogoRefusal>> {
  if (bytes.length > logoLimits.bytes) return refused('logo_large')
  const kind = kindOf(bytes)
  if (!kind) return refused('logo_kind')
  if (kind === 'png' && isAnimatedPng(bytes)) return refused('logo_animated')
  try {
    const { format, pages = 1, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (format !== kind) return refused('logo_kind')
    if (pages > 1) return refused('logo_animated')
    if (Math.max(width, height) > logoLimits.pixels) return refused('logo_pixels')
    return done(await encode(bytes))
  } catch {
    return refused('logo_broken')
  }
}

function encode(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: logoLimits.pixels ** 2, failOn: 'warning' })
    .timeout({ seconds: decodeSeconds })
    .autoOrient()
    .resize({ width: servedPixels, height: servedPixels, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** PNG (RFC 2083 §3.1) or WebP (RFC 9649 §2.3), by their first bytes. */
function kindOf(bytes: Buffer): 'png' | 'webp' | null {
  if (bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n') return 'png'
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'webp' : null
}

/** A PNG is animated if it has an `acTL` chunk before its image data (PNG 3rd edition §11.3.6.1). */
function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const chunk = bytes.toString('latin1', at + 4, at + 8)
    if (chunk === 'acTL') return true
    if (chunk === 'IDAT') return false
  }
  return false
}

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
