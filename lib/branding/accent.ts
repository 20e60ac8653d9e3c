import {
  type Color,
  clampChroma,
  converter,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  formatHex,
  oklch,
  parse,
  wcagContrast,
} from 'culori'
import { guichetBranding } from './schema'

/**
 * One theme's colours made from the brand's, as `#rrggbb`: `accent` is for text, lines and focus, `soft` is its tint;
 * `fill`, `hover` and `ink` are a button's.
 */
export type Tones = { accent: string; soft: string; fill: string; hover: string; ink: string }
/**
 * `brand` is the colour as it was chosen, `brandInk` the text on it, `sandbox` the Sandbox's surfaces next to it,
 * `lamp` a lit window in it, with text in `lampInk`. Next to a red one, what failed is hollow (`isRed`).
 */
export type BrandColours = Record<'light' | 'dark', Tones> &
  Record<'brand' | 'brandInk' | 'sandbox' | 'lamp' | 'lampInk', string> & { isRed: boolean }

/** WCAG 2.2 §1.4.3 */
const minContrast = 4.5
/** CIEDE2000, from which no one takes one colour for the other. */
const minDifference = 10
/** Of a button and what it is on: so that its shape is seen. */
const minEdge = 1.3

/** The backgrounds of text in the accent: canvas, surface, raised and ticket of app/globals.css. */
export const surfaces = {
  light: ['#f2f6f4', '#ffffff', '#e8efec', '#ffffff'],
  dark: ['#0b1311', '#121d1a', '#1b2925', '#2c3f39'],
} as const

/** What means something there, as text and as a fill; and a button of danger, which colour-blind people see too. */
export const meanings = {
  light: {
    text: ['#b0251d', '#964400', '#1b6b34', '#1d5398', '#835500', '#5a34b4'],
    fill: ['#5a34b4', '#b0251d'],
    danger: '#fbe9e7',
  },
  dark: {
    text: ['#ff9f96', '#ffb27a', '#80d89b', '#93c8f5', '#f5c04a', '#c3acff'],
    fill: ['#b79cff', '#ff9f96'],
    danger: '#3b1b19',
  },
} as const

/** The Sandbox's surfaces, usually and next to a brand as bright as they are. */
export const sandboxFills = ['#f2b632', '#d18c00'] as const

/** Chosen by hand; app/globals.css has the same. */
const guichet: BrandColours = {
  light: { accent: '#0b6658', soft: '#dbeee8', fill: '#0b6658', hover: '#084d43', ink: '#ffffff' },
  dark: { accent: '#62d3bd', soft: '#15342e', fill: '#62d3bd', hover: '#8be3d2', ink: '#05201b' },
  brand: '#0b6658',
  brandInk: '#ffffff',
  sandbox: sandboxFills[0],
  lamp: '#f5c04a',
  lampInk: '#261a02',
  isRed: false,
}

/** In degrees: in a brand that is nearer to its hue, a lamp or a failure would not be seen. */
const hueDistance = 25
/** Less is grey. */
const minChroma = 0.05

/** How much less a difference of lightness counts than one of chroma. */
const dullness = 3
const steps = 100
const alike = differenceCiede2000()
const eyes = [filterDeficiencyProt(1), filterDeficiencyDeuter(1), filterDeficiencyTrit(1)].map(
  (filter) => (colour: string) => formatHex(filter(parse(colour) as Color)) as string,
)
const toLab = converter('lab65')
const maxMade = 100
const made = new Map<string, BrandColours>()

/**
 * The colours of both themes made from any one: the nearest of its hue in which text has a contrast of 4.5:1, and which
 * no one takes for a colour that means something.
 * @param colour `#rrggbb`
 */
export function brandColours(colour: string): BrandColours {
  if (colour === guichetBranding.accentColour) return guichet
  const known = made.get(colour)
  if (known) return known
  const sandbox = sandboxFills.find((fill) => keepsAway(colour, [fill])) ?? sandboxFills[0]
  const [light, dark] = [tonesOf(colour, 'light', sandbox), tonesOf(colour, 'dark', sandbox)]
  const brandInk = inkOn([colour], colour)
  const colours = {
    light,
    dark,
    brand: colour,
    brandInk,
    sandbox,
    ...lampIn(colour, brandInk),
    isRed: isRed(colour),
  }
  // Anyone can request a style sheet of any colour.
  if (made.size >= maxMade) made.clear()
  made.set(colour, colours)
  return colours
}

function tonesOf(colour: string, theme: 'light' | 'dark', sandbox: string): Tones {
  const { l, c } = oklch(colour) ?? { l: 0, c: 0 }
  const isLight = theme === 'light'
  const soft = shadeOf(colour, isLight ? 0.94 : 0.3, Math.min(c, isLight ? 0.03 : 0.04))
  const wanted = isLight ? colour : shadeOf(colour, Math.max(l, 0.8), Math.min(c, 0.12))
  const accent =
    nearest(
      colour,
      wanted,
      (shade) =>
        [...surfaces[theme], soft].every((surface) => wcagContrast(shade, surface) >= minContrast) &&
        keepsAway(shade, meanings[theme].text),
    ) ?? guichetBranding.accentColour
  const hoverOf = (fill: string) => {
    const { l: lightness = 0, c: chroma = 0 } = oklch(fill) ?? {}
    // The text on a bright one is dark: it stays readable on a darker one, which is less pale than a brighter one.
    return shadeOf(colour, lightness + (lightness > 0.6 && lightness < 0.8 ? 0.06 : -0.06), chroma)
  }
  const inkOf = (shade: string) => inkOn([shade, hoverOf(shade)], colour)
  const suits = (shade: string) =>
    wcagContrast(shade, surfaces[theme][1]) >= minEdge &&
    [shade, hoverOf(shade)].every((each) => wcagContrast(inkOf(shade), each) >= minContrast) &&
    keepsAway(shade, [sandbox, ...meanings[theme].fill]) &&
    eyes.every((see) => keepsAway(see(shade), [see(meanings[theme].danger)]))
  // With the brand's own text where that is possible, so that buttons look like what is large.
  const fill =
    nearest(colour, colour, (shade) => inkOf(shade) === inkOn([colour], colour) && suits(shade)) ??
    nearest(colour, colour, suits) ??
    guichetBranding.accentColour
  return { accent, soft, fill, hover: hoverOf(fill), ink: inkOf(fill) }
}

function lampIn(brand: string, brandInk: string) {
  const { lamp, lampInk } = guichet
  return hasHueOf(brand, lamp) ? { lamp: brandInk, lampInk: brand } : { lamp, lampInk }
}

function isRed(brand: string): boolean {
  return (oklch(brand)?.c ?? 0) > minChroma && hasHueOf(brand, meanings.light.fill[1])
}

function hasHueOf(one: string, other: string): boolean {
  const apart = Math.abs((oklch(one)?.h ?? 200) - (oklch(other)?.h ?? 0))
  return Math.min(apart, 360 - apart) < hueDistance
}

function labOf(colour: string) {
  return toLab(colour) as NonNullable<ReturnType<typeof toLab>>
}

function keepsAway(shade: string, from: readonly string[]): boolean {
  const lab = labOf(shade)
  return from.every((each) => alike(lab, labOf(each)) >= minDifference)
}

/** White, or a near black of the same hue: the one that reads better on all of them. Black reads where neither does. */
function inkOn(fills: string[], colour: string): string {
  const worst = (ink: string) => Math.min(...fills.map((fill) => wcagContrast(ink, fill)))
  const [best = ''] = ['#ffffff', shadeOf(colour, 0.16, 0.02)].sort((a, b) => worst(b) - worst(a))
  return worst(best) >= minContrast ? best : '#000000'
}

function shadeOf(colour: string, lightness: number, chroma: number): string {
  const { h } = oklch(colour) ?? {}
  const l = Math.min(Math.max(lightness, 0), 1)
  return formatHex(clampChroma({ mode: 'oklch', l, c: chroma, h }, 'oklch')) ?? colour
}

/** The shade of a colour's hue that suits and is nearest to another; darker or lighter rather than duller. */
function nearest(colour: string, wanted: string, suits: (shade: string) => boolean): string | undefined {
  if (suits(wanted)) return wanted
  const { l = 0, c = 0 } = oklch(wanted) ?? {}
  const near = [1, 0.85, 0.7, 0.55, 0.4, 0.2]
    .flatMap((share) =>
      Array.from({ length: steps + 1 }, (_, step) => ({ lightness: step / steps, chroma: c * share })),
    )
    .map((shade) => ({ ...shade, far: Math.hypot(shade.lightness - l, dullness * (shade.chroma - c)) }))
    .sort((a, b) => a.far - b.far)
  // One after the other, as making a shade costs most, and strangers can ask for any colour.
  for (const { lightness, chroma } of near) {
    const shade = shadeOf(colour, lightness, chroma)
    if (suits(shade)) return shade
  }
}
