import { clampChroma, differenceEuclidean, formatHex, oklch, wcagContrast } from 'culori'
import { guichetBranding } from './schema'

/** One theme's colours made from the accent, as `#rrggbb`: itself, pointed at, as a tint, and text on it. */
export type Tones = { accent: string; hover: string; soft: string; ink: string }
export type AccentScale = Record<'light' | 'dark', Tones>

/** WCAG 2.2 §1.4.3 */
const minContrast = 4.5

/** The backgrounds of text in the accent: canvas, surface, raised and ticket of app/globals.css. */
export const surfaces = {
  light: ['#f2f6f4', '#ffffff', '#e8efec', '#ffffff'],
  dark: ['#0b1311', '#121d1a', '#1b2925', '#22322d'],
} as const

/** The colours of text on its tint: ink and muted. */
const texts = { light: ['#10211d', '#4a5d57'], dark: ['#e6efec', '#a2b5ae'] } as const

/** Chosen by hand; app/globals.css has the same. */
const guichet: AccentScale = {
  light: { accent: '#0b6658', hover: '#084d43', soft: '#dbeee8', ink: '#ffffff' },
  dark: { accent: '#62d3bd', hover: '#8be3d2', soft: '#15342e', ink: '#05201b' },
}

/**
 * The colours of both themes made from one. The light theme has the colour itself, the dark one a light shade
 * of its hue.
 * @param colour `#rrggbb`
 */
export function accentScale(colour: string): AccentScale {
  if (colour === guichetBranding.accentColour) return guichet
  const { l, c, h } = oklch(colour) ?? { l: 0, c: 0, h: 0 }
  const shade = (lightness: number, chroma: number) =>
    formatHex(clampChroma({ mode: 'oklch', l: lightness, c: chroma, h }, 'oklch')) ?? colour
  const light = {
    accent: colour,
    hover: shade(Math.max(l - 0.08, 0), c),
    soft: shade(0.94, Math.min(c, 0.03)),
  }
  const bright = Math.max(l, 0.8)
  const vivid = Math.min(c, 0.12)
  const dark = {
    accent: shade(bright, vivid),
    hover: shade(Math.min(bright + 0.06, 1), vivid),
    soft: shade(0.3, Math.min(c, 0.04)),
  }
  return {
    light: { ...light, ink: inkOn(light, shade) },
    dark: { ...dark, ink: inkOn(dark, shade) },
  }
}

/** White, or a near black of the same hue: the one that reads better. */
function inkOn(
  { accent, hover }: Pick<Tones, 'accent' | 'hover'>,
  shade: (l: number, c: number) => string,
): string {
  const inks = ['#ffffff', shade(0.22, 0.03)]
  const worst = (ink: string) => Math.min(wcagContrast(ink, accent), wcagContrast(ink, hover))
  return worst(inks[0] as string) >= worst(inks[1] as string) ? '#ffffff' : (inks[1] as string)
}

/** Whether every text in, on or around the accent has a contrast of 4.5:1 or more, in both themes. */
export function isReadable(colour: string): boolean {
  const scale = accentScale(colour)
  return (['light', 'dark'] as const).every((theme) => {
    const { accent, hover, soft, ink } = scale[theme]
    const pairs = [
      ...[...surfaces[theme], soft].flatMap((surface) => [
        [accent, surface] as const,
        [hover, surface] as const,
      ]),
      ...[accent, hover].map((fill) => [ink, fill] as const),
      ...texts[theme].map((text) => [text, soft] as const),
    ]
    return pairs.every(([text, fill]) => wcagContrast(text, fill) >= minContrast)
  })
}

const steps = 500

/** The readable colour of the same hue that differs least, in OKLab. */
export function nearestReadable(colour: string): string {
  if (isReadable(colour)) return colour
  const given = oklch(colour) ?? { mode: 'oklch' as const, l: 0, c: 0 }
  const difference = differenceEuclidean('oklab')
  const shades = Array.from({ length: steps + 1 }, (_, step) =>
    formatHex(clampChroma({ ...given, l: step / steps }, 'oklch')),
  )
  const near = [...new Set(shades)].sort((a, b) => difference(a, colour) - difference(b, colour))
  return near.find(isReadable) ?? guichetBranding.accentColour
}
