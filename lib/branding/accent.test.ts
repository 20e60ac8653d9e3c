import { readFileSync } from 'node:fs'
import { differenceCiede2000, wcagContrast } from 'culori'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guichet as guichetMail } from '@/emails/brand'
import { brandColours, meanings, sandboxFills, surfaces } from './accent'
import { guichetBranding } from './schema'

const styles = readFileSync('app/globals.css', 'utf8')
const themes = ['light', 'dark'] as const

/** A role's light and dark colour, as app/globals.css has it. */
function role(name: string): [string, string] {
  const [, light = '', dark = light] =
    new RegExp(`--${name}: (?:light-dark\\()?(#\\w{6})(?:, (#\\w{6})\\))?;`).exec(styles) ?? []
  return [light, dark]
}

test('the default colours, and what others are compared with, are those of the pages and e-mails', () => {
  const colours = brandColours(guichetBranding.accentColour)
  const { brand, brandInk, lamp, lampInk, light, dark } = colours
  expect([brand, brandInk]).toEqual([role('brand')[0], role('brand-ink')[0]])
  expect([lamp, lampInk]).toEqual([role('lamp')[0], role('lamp-ink')[0]])
  const names = {
    accent: 'accent',
    soft: 'accent-soft',
    fill: 'fill',
    hover: 'fill-hover',
    ink: 'fill-ink',
  } as const
  for (const [key, name] of Object.entries(names))
    expect([light, dark].map((tones) => tones[key as keyof typeof names])).toEqual(role(name))
  for (const [index, theme] of themes.entries()) {
    const these = (...roles: string[]) => roles.map((name) => role(name)[index])
    expect(surfaces[theme]).toEqual(these('canvas', 'surface', 'raised', 'ticket'))
    expect(meanings[theme]).toEqual({
      text: these('danger', 'warning', 'success', 'info', 'sandbox', 'production'),
      fill: these('production-solid', 'danger'),
      danger: role('danger-soft')[index],
    })
  }
  expect(sandboxFills[0]).toBe(role('sandbox-solid')[0])
  expect(colours).toMatchObject(guichetMail.colours)
})

test.each(['#f2b632', '#ffcc00', '#e8a33d'])(
  'in the brand %s, which is as yellow as the lamp, the ink is lit',
  (colour) => {
    const { lamp, lampInk, brandInk } = brandColours(colour)
    expect([lamp, lampInk]).toEqual([brandInk, colour])
    expect(wcagContrast(lamp, colour)).toBeGreaterThanOrEqual(4.5)
  },
)

test.each(['#b0251d', '#1d5398', '#808080'])('in the brand %s the lamp stays', (colour) => {
  expect(brandColours(colour).lamp).toBe(role('lamp')[0])
})

// WCAG 2.2 §1.4.3
test('any colour is a brand: itself where it is large, readable in text and buttons, and like no colour with a meaning', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  const known = ['#ffcc00', '#ff7900', '#e60000', '#7a1fa2', '#1b6b34', '#1d4ed8', '#ffffff', '#000000']
  const away = differenceCiede2000()
  const check = (colour: string) => {
    const { brand, brandInk, sandbox, ...tones } = brandColours(colour)
    expect(brand).toBe(colour)
    expect(wcagContrast(brandInk, brand)).toBeGreaterThanOrEqual(4.5)
    for (const theme of themes) {
      const { accent, soft, fill, hover, ink } = tones[theme]
      const [text, muted] = [role('ink'), role('muted')].map((pair) => pair[themes.indexOf(theme)] ?? '')
      const pairs = [
        ...[...surfaces[theme], soft].map((surface) => [accent, surface]),
        ...[accent, text, muted].map((each) => [each, soft]),
        ...[fill, hover].map((each) => [ink, each]),
      ]
      for (const [one = '', other = ''] of pairs) expect(wcagContrast(one, other)).toBeGreaterThanOrEqual(4.5)
      for (const each of meanings[theme].text) expect(away(accent, each)).toBeGreaterThanOrEqual(10)
      for (const each of [sandbox, ...meanings[theme].fill])
        expect(away(fill, each)).toBeGreaterThanOrEqual(10)
    }
  }
  for (const colour of known) check(colour)
  fc.assert(fc.property(hex, check), { numRuns: 60 })
})

test('a button has the brand’s own colour where that is possible', () => {
  for (const colour of ['#ff7900', '#e60000', '#1d4ed8']) {
    const { light, dark } = brandColours(colour)
    expect(light.fill).toBe(colour)
    expect(wcagContrast(dark.fill, dark.ink)).toBeGreaterThanOrEqual(4.5)
  }
})

test('buttons of a red too near to danger keep the text of the brand', () => {
  for (const colour of ['#d32f2f', '#c62828', '#b71c1c', '#e60000']) {
    const { light, dark, brandInk } = brandColours(colour)
    expect([brandInk, light.ink, dark.ink]).toEqual(['#ffffff', '#ffffff', '#ffffff'])
  }
})

test('a bright brand stays as it is on buttons, with dark text: the Sandbox moves aside', () => {
  for (const colour of ['#ffcc00', '#ffcb05', '#f2b632']) {
    const { light, dark, sandbox } = brandColours(colour)
    expect(sandbox).toBe(sandboxFills[1])
    expect(wcagContrast(sandbox, role('sandbox-ink')[0])).toBeGreaterThanOrEqual(4.5)
    for (const { fill, ink, hover } of [light, dark]) {
      expect(fill).toBe(colour)
      expect(wcagContrast(ink, '#ffffff')).toBeGreaterThan(15)
      expect(wcagContrast(hover, '#ffffff')).toBeGreaterThan(wcagContrast(fill, '#ffffff'))
    }
  }
})
