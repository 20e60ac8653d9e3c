import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formats } from '@/i18n/formats'
import en from '@/messages/en/usage.json'
import fr from '@/messages/fr/usage.json'
import { Histogram } from './histogram'
import { addUp, createAxisFormatter, findTop, pairUp, placeMarks, type Series } from './series'

const now = Date.parse('2026-11-22T16:50Z') / 1000
const intervals = { start: Date.parse('2026-11-22T16:00Z') / 1000, step: 1200, now }
const counts: Series[] = [
  { label: 'Succeeded', tone: 'succeeded', values: [12, 0, 1200] },
  { label: 'Failed', tone: 'failed', values: [0, 0, 1] },
]

function render(locale: 'en' | 'fr', selected?: number): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider
      locale={locale}
      formats={formats}
      messages={{ usage: locale === 'en' ? en : fr }}
      timeZone="UTC"
    >
      <Histogram
        title="Calls"
        series={counts}
        intervals={intervals}
        selection={selected === undefined ? undefined : { from: selected, to: selected + intervals.step }}
      />
    </NextIntlClientProvider>,
  ).replaceAll(/[\u202f\u00a0]/g, ' ')
}

test('the length of a bar is named, that of two for phones too, and each outcome has its sum', () => {
  const markup = render('en')
  for (const text of ['one bar is 20 minutes', 'one bar is 40 minutes', '>1,212<', '>1<'])
    expect(markup).toContain(text)
  // The policy allows no inline styles.
  expect(markup).not.toContain('style=')
})

test('a value is read as a slider’s, in the reader’s language', () => {
  expect(render('en')).toContain('aria-valuetext="22 Nov, 16:40 – 17:00 UTC, Succeeded: 1,200, Failed: 1"')
  expect(render('fr')).toContain('aria-valuetext="22 nov., 16:40 – 17:00 UTC, Succeeded: 1 200, Failed: 1"')
})

test('what stands above the selection begins where that does', () => {
  const markup = render('en', intervals.start + 1.5 * intervals.step)
  expect(markup).toContain('<svg width="50%"')
  expect(markup).not.toContain('style=')
})

test('what is selected has its times, and days where it spans them', () => {
  const [write, at] = [createAxisFormatter('en', 60), (text: string) => Date.parse(text) / 1000]
  expect(write.span(at('2026-11-28T05:00Z'), at('2026-11-28T08:00Z'))).toBe('05:00 – 08:00')
  expect(write.span(at('2026-11-27T22:40Z'), at('2026-11-28T00:20Z'))).toBe('27 Nov, 22:40 – 28 Nov, 00:20')
})

test('the axis names no time later than now by the server’s clock, and days below the middle of their bar', () => {
  const [day, hour] = [86_400, 3600]
  const today = Math.floor(now / day) * day
  const days = placeMarks(today - 29 * day, today + day, day, { ...intervals, step: day })
  expect(days).toHaveLength(30)
  expect(days.at(-1)).toBe(today + day / 2)
  const thisHour = Math.floor(now / hour) * hour
  expect(placeMarks(thisHour - 2 * hour - 1, thisHour + hour, hour, intervals)).toEqual(
    [2, 1, 0].map((ago) => thisHour - ago * hour),
  )
})

test('two bars are one on a phone, and an odd last one stays', () => {
  const { series, intervals: pairs } = pairUp(counts, intervals)
  expect(series.map(({ values }) => values)).toEqual([
    [12, 1200],
    [0, 1],
  ])
  expect(pairs).toEqual({ ...intervals, step: 2400 })
  expect(addUp(series)).toEqual([12, 1201])
})

test.each([
  [[], 2],
  [[2], 2],
  [[3], 4],
  [[11, 0], 12],
  [[1201], 1600],
  // A spike is cut, so that the others are seen.
  [[...Array(30).fill(80), 1201], 100],
])('an axis for %j ends at %i', (sums, top) => {
  expect(findTop(sums as number[])).toBe(top)
})
