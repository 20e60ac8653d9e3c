import { readFileSync } from 'node:fs'
import {
  type Color,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  wcagContrast,
} from 'culori'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type ChartTone, chartTones } from '@/components/chart/series'
import { Badge } from '@/components/ui/badge'
import { buttonLook } from '@/components/ui/button-look'
import { Notice } from '@/components/ui/notice'
import { OutcomeBadge } from '@/components/usage/outcome-badge'
import { callOutcomes } from '@/lib/usage/schema'
import { GET } from './route'

const brands = {
  red: '#e60000',
  orange: '#ff7900',
  yellow: '#ffcc00',
  purple: '#7a1fa2',
  green: '#1b6b34',
  blue: '#1d4ed8',
}
const themes = ['light', 'dark'] as const
const cases = Object.entries(brands).flatMap(([name, colour]) =>
  themes.map((theme) => ({ name, colour, theme })),
)

const difference = differenceCiede2000()
const eyes = [
  (colour: Color): Color => colour,
  filterDeficiencyProt(1),
  filterDeficiencyDeuter(1),
  filterDeficiencyTrit(1),
]

type Theme = (typeof themes)[number]
type Colours = (name: string) => Color

/** The colours that a page has under a brand, by the names of tailwind.config.ts. */
async function coloursOf(brand: string, theme: Theme): Promise<Colours> {
  const sheet = await GET(new Request(`http://localhost/brand/accent?brand=${brand.slice(1)}`)).text()
  const declared = `${readFileSync('app/globals.css', 'utf8')}${sheet}`.matchAll(
    /--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g,
  )
  const values = new Map([...declared].map(([, name, light, dark, both]) => [name, { light, dark, both }]))
  return (name) => {
    const value = values.get(name)
    const colour = parse(value?.both ?? value?.[theme] ?? '')
    if (!colour) throw new Error(`no colour ${name}`)
    return colour
  }
}

/** How different the two most alike colours are, for the eyes that tell them apart worst. */
function leastDifference(colours: Color[]): number {
  const pairs = colours.flatMap((one, index) =>
    colours.slice(index + 1).map((other) => [one, other] as const),
  )
  return Math.min(...pairs.flatMap(([one, other]) => eyes.map((see) => difference(see(one), see(other)))))
}

function colourOf(tone: ChartTone, colours: Colours): Color {
  return colours(chartTones[tone].replace('fill-', ''))
}

test.each(cases)('charts are told apart by everyone: $name, $theme', async ({ colour, theme }) => {
  const colours = await coloursOf(colour, theme)
  const outcomes = callOutcomes.map((outcome) => colourOf(outcome, colours))
  expect(leastDifference(outcomes)).toBeGreaterThan(15)
  for (const series of outcomes) {
    // WCAG 2.2 §1.4.11
    expect(wcagContrast(series, colours('surface'))).toBeGreaterThan(3)
    for (const environment of ['sandbox-solid', 'production-solid'])
      expect(difference(series, colours(environment))).toBeGreaterThan(10)
  }
})

test.each(cases)('primary and danger never look alike: $name, $theme', async ({ colour, theme }) => {
  const colours = await coloursOf(colour, theme)
  const fill = (variant: 'primary' | 'danger') =>
    colours(/(?:^| )bg-([\w-]+)/.exec(buttonLook({ variant }))?.[1] ?? '')
  for (const see of eyes) expect(difference(see(fill('primary')), see(fill('danger')))).toBeGreaterThan(9.9)
  expect(wcagContrast(colours('danger'), fill('danger'))).toBeGreaterThan(4.5)
})

test('a call’s outcome, a badge and a notice have neither the brand’s colour nor an environment’s', () => {
  const markup = renderToStaticMarkup(
    <>
      {[200, 404, 429, 503].map((status) => (
        <OutcomeBadge key={status} status={status} />
      ))}
      {(['info', 'success', 'warning', 'danger'] as const).map((tone) => (
        <div key={tone}>
          <Badge tone={tone}>{tone}</Badge>
          <Notice tone={tone} title={tone} />
        </div>
      ))}
    </>,
  )
  expect(markup).toContain('bg-info-soft')
  expect(markup).not.toMatch(/accent|sandbox|production/)
  expect(Object.values(chartTones).join()).not.toMatch(/accent|sandbox|production/)
})

test.each([
  ['#d4002a', true],
  ['#e60000', true],
  ['#0b6658', false],
  ['#1d4ed8', false],
  ['#8a7f7e', false],
])('what fails next to the brand %s is hollow: %s', async (colour, isHollow) => {
  const css = await GET(new Request(`https://x/brand/accent?brand=${colour.slice(1)}`)).text()
  expect(css.includes('--arch-failed: var(--surface)')).toBe(isHollow)
})

test('the style sheet that a page names with its version may be kept for good, and no other', async () => {
  const cachingOf = async (query: string) =>
    (await GET(new Request(`https://x/brand/accent?brand=0b6658${query}`))).headers.get('cache-control')
  expect(await cachingOf('&v=1.0.0')).toBe('public, max-age=31536000, immutable')
  expect(await cachingOf('&preview')).toBe('no-cache')
})
