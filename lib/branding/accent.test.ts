import { readFileSync } from 'node:fs'
import { differenceEuclidean, wcagContrast } from 'culori'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guichet as guichetMail } from '@/emails/brand'
import { accentScale, isReadable, nearestReadable, surfaces } from './accent'
import { guichetBranding } from './schema'

const styles = readFileSync('app/globals.css', 'utf8')

/** A role's light and dark colour, as app/globals.css has it. */
function role(name: string): [string, string] {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(styles) ?? []
  return [light, dark]
}

test('the default scale, and what accents are read on, are those of the pages and e-mails', () => {
  const { light, dark } = accentScale(guichetBranding.accentColour)
  expect([light.accent, dark.accent]).toEqual(role('accent'))
  expect([light.hover, dark.hover]).toEqual(role('accent-hover'))
  expect([light.soft, dark.soft]).toEqual(role('accent-soft'))
  expect([light.ink, dark.ink]).toEqual(role('accent-ink'))
  for (const [index, theme] of (['light', 'dark'] as const).entries())
    expect(surfaces[theme]).toEqual(
      ['canvas', 'surface', 'raised', 'ticket'].map((name) => role(name)[index]),
    )
  expect(guichetMail.accent).toMatchObject({
    light: { accent: light.accent, ink: light.ink },
    dark: { accent: dark.accent, ink: dark.ink },
  })
})

test.each(['#0b6658', '#7a1fa2', '#000080', '#8b0000', '#000000', '#1d4ed8', '#b4005a'])(
  '%s is readable',
  (colour) => {
    expect(isReadable(colour)).toBe(true)
    expect(nearestReadable(colour)).toBe(colour)
  },
)

test.each(['#ffffff', '#ffff00', '#ff6600', '#00ffff', '#888888', '#ff0000', '#fc7303'])(
  '%s is not, and its nearest is: darker, and of the same hue',
  (colour) => {
    expect(isReadable(colour)).toBe(false)
    const nearest = nearestReadable(colour)
    expect(nearest).toMatch(/^#[0-9a-f]{6}$/)
    expect(isReadable(nearest)).toBe(true)
  },
)

test('no colour is accepted whose text has a contrast below 4.5:1, and every other gets one that is', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(hex, (colour) => {
      const usable = isReadable(colour) ? colour : nearestReadable(colour)
      const scale = accentScale(usable)
      for (const theme of ['light', 'dark'] as const) {
        const { accent, hover, soft, ink } = scale[theme]
        for (const surface of [...surfaces[theme], soft]) {
          expect(wcagContrast(accent, surface)).toBeGreaterThanOrEqual(4.5)
          expect(wcagContrast(hover, surface)).toBeGreaterThanOrEqual(4.5)
        }
        expect(Math.min(wcagContrast(ink, accent), wcagContrast(ink, hover))).toBeGreaterThanOrEqual(4.5)
      }
    }),
    { numRuns: 60 },
  )
})

test('the nearest is as near as a coarse search of all colours finds, within a just noticeable difference', () => {
  const difference = differenceEuclidean('oklab')
  const grid = [0, 36, 73, 109, 146, 182, 219, 255].map((value) => value.toString(16).padStart(2, '0'))
  const all = grid.flatMap((r) => grid.flatMap((g) => grid.map((b) => `#${r}${g}${b}`))).filter(isReadable)
  for (const colour of ['#ffff00', '#ff6600', '#00ffff']) {
    const best = Math.min(...all.map((each) => difference(each, colour)))
    expect(difference(nearestReadable(colour), colour)).toBeLessThan(best + 0.02)
  }
})
