import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ImageResponse } from 'next/og'
import { rosettePath } from '@/components/certificate'
import { brandColours } from '@/lib/branding/accent'
import { defaultLogoPaths, usesDefaultLogo } from '@/lib/branding/default-logo'
import type { Branding } from '@/lib/branding/schema'

const size = { width: 1200, height: 630 }

type Picture = {
  name: string
  /** The sentence below the name. */
  did: string
  /** How many test cases passed, all of them; 0 for an approval. */
  cases: number
  branding: Pick<Branding, 'productName' | 'accentColour' | 'saved'>
}

/**
 * The picture that other sites show with a certificate's link. Everything in it is on this server: a name of which the
 * font lacks a letter is left out, as the library would fetch that from elsewhere, and the product's is there instead.
 */
export async function drawShareImage({ name, did, cases, branding }: Picture): Promise<Response> {
  const { brand, brandInk, lamp } = brandColours(branding.accentColour)
  const fonts = await readFonts()
  const letters = lettersOf(fonts[0]?.data ?? Buffer.alloc(0))
  const inFont = (text: string) => writeIn(letters, text)
  const shown = inFont(name) || inFont(branding.productName)
  const fontSize = [...shown].length <= 12 ? 92 : 72
  return new ImageResponse(
    <div style={{ ...column, ...size, background: brand, color: brandInk, padding: '60px 72px 50px' }}>
      <div style={{ display: 'flex', alignItems: 'center', gap: 14, fontSize: 26, fontWeight: 600 }}>
        {!usesDefaultLogo(branding) || <Mark ink={brandInk} lamp={lamp} />}
        {inFont(name) && inFont(branding.productName)}
      </div>
      <div style={{ display: 'flex', flexGrow: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <div style={{ ...column, width: 700 }}>
          <div style={{ fontSize, lineHeight: 1.05, fontWeight: 600, letterSpacing: -3, lineClamp: 2 }}>
            {shown}
          </div>
          <div style={{ fontSize: 34, lineHeight: 1.3, marginTop: 16, opacity: 0.92 }}>{inFont(did)}</div>
        </div>
        <Result ink={brandInk} cases={cases} />
      </div>
      <div style={{ display: 'flex', justifyContent: 'space-between', padding: '0 8px' }}>
        {Array.from({ length: 9 }, (_, index) => (
          <div key={String(index)} style={{ ...arch, background: `${brandInk}26` }}>
            <div style={{ width: 64, height: 60, background: lamp, borderRadius: '4px 4px 0 0' }} />
          </div>
        ))}
      </div>
      <div style={{ height: 14, margin: '0 -24px', borderRadius: 3, background: 'rgba(0, 0, 0, 0.6)' }} />
    </div>,
    { ...size, fonts },
  )
}

const column = { display: 'flex', flexDirection: 'column' } as const
const arch = {
  display: 'flex',
  alignItems: 'flex-end',
  justifyContent: 'center',
  width: 104,
  height: 104,
  borderRadius: '52px 52px 0 0',
} as const

function Result({ ink, cases }: { ink: string; cases: number }) {
  return (
    <div style={{ display: 'flex', width: 320, height: 320, alignItems: 'center', justifyContent: 'center' }}>
      <svg
        width="320"
        height="320"
        viewBox="-154 -154 308 308"
        style={{ position: 'absolute', opacity: 0.6 }}
      >
        <title>Rosette</title>
        <path d={rosettePath(128, 24)} fill="none" stroke={ink} strokeWidth="0.6" />
      </svg>
      {cases > 0 ? (
        <div
          style={{ display: 'flex', fontSize: 84, fontWeight: 600, letterSpacing: -4 }}
        >{`${cases} / ${cases}`}</div>
      ) : (
        <svg width="110" height="110" viewBox="0 0 24 24">
          <title>Approved</title>
          <path d="M4 12.5l5.5 5.5L20 6.5" fill="none" stroke={ink} strokeWidth="2.5" strokeLinecap="round" />
        </svg>
      )}
    </div>
  )
}

function Mark({ ink, lamp }: { ink: string; lamp: string }) {
  return (
    <svg width="36" height="36" viewBox="0 0 32 32">
      <title>Mark</title>
      <path d={defaultLogoPaths.arch} fill="none" stroke={ink} strokeWidth="2.6" strokeLinecap="round" />
      <path d={defaultLogoPaths.window} fill={lamp} />
    </svg>
  )
}

/** The text as the picture writes it; empty if the font lacks one of its letters. */
export function writeIn(letters: Set<number>, text: string): string {
  const written = text.normalize('NFC')
  return [...written].every((letter) => letters.has(letter.codePointAt(0) as number)) ? written : ''
}

/** The letters of a font: the ranges of its table `cmap` (OpenType, subtable format 4). */
export function lettersOf(font: Buffer): Set<number> {
  const letters = new Set<number>()
  const entry = font.indexOf('cmap', 12, 'latin1')
  const table = entry < 0 ? 0 : font.readUInt32BE(entry + 8)
  for (let index = 0; table > 0 && index < font.readUInt16BE(table + 2); index++) {
    const at = table + font.readUInt32BE(table + 8 + index * 8)
    if (font.readUInt16BE(at) !== 4) continue
    const doubled = font.readUInt16BE(at + 6)
    for (let segment = 0; segment < doubled; segment += 2) {
      const last = font.readUInt16BE(at + 14 + segment)
      for (let letter = font.readUInt16BE(at + 16 + doubled + segment); letter <= last; letter++)
        letters.add(letter)
    }
  }
  return letters
}

async function readFonts() {
  const folder = join(
    dirname(createRequire(join(process.cwd(), 'package.json')).resolve('geist/font/sans')),
    'fonts/geist-sans',
  )
  const weights = { Regular: 400, SemiBold: 600 } as const
  return Promise.all(
    Object.entries(weights).map(async ([name, weight]) => ({
      name: 'Geist',
      data: await readFile(join(folder, `Geist-${name}.ttf`)),
      weight,
      style: 'normal' as const,
    })),
  )
}
