import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formats } from '@/i18n/formats'
import { Chart } from './chart'
import { findLonePoints, findTop, type Series } from './series'

const intervals = { start: Date.parse('2026-11-22T16:00Z') / 1000, step: 60 }

function render(kind: 'bars' | 'lines', series: Series[], locale: 'en' | 'fr' = 'en'): string {
  return renderToStaticMarkup(
    <AppRouterContext.Provider value={{} as AppRouterInstance}>
      <NextIntlClientProvider locale={locale} formats={formats} messages={{}} timeZone="UTC">
        <Chart
          title="Calls"
          summary="15 calls."
          unit={kind === 'lines' ? 'ms' : 'count'}
          {...{ kind, series, intervals }}
        />
      </NextIntlClientProvider>
    </AppRouterContext.Provider>,
  )
}

const counts: Series[] = [
  { label: 'Succeeded', tone: 'succeeded', values: [12, 0, 1200] },
  { label: 'Failed', tone: 'failed', values: [0, 0, 1] },
]

test('without a script there are bars, marks of the axes and a summary', () => {
  const markup = render('bars', counts)
  expect(markup).toContain('15 calls.')
  expect(markup).toMatch(/<path d="M1 197h8v3h-8zM21 50h8v150h-8z" class="fill-chart-succeeded/)
  // One error among thousands is seen.
  expect(markup).toMatch(/<path d="M21 47h8v3h-8z" class="fill-chart-failed/)
  for (const text of ['>1,600<', '>800<', '>16:00<', '>16:02<']) expect(markup).toContain(text)
  // The policy allows no inline styles.
  expect(markup).not.toContain('style=')
})

test('patterns are for print and forced colours only', () => {
  const patterned = [...render('bars', counts).matchAll(/fill="url\(#[^)]+\)"[^>]*class="([^"]*)"/g)]
  expect(patterned).toHaveLength(2)
  for (const [, look] of patterned) expect(look).toMatch(/^hidden .*print:block forced-colors:block/)
})

test('a value is read as a slider’s, in the reader’s language', () => {
  expect(render('bars', counts)).toContain('aria-valuetext="22 Nov, 16:02 UTC, Succeeded: 1,200, Failed: 1"')
  expect(render('bars', counts, 'fr').replaceAll(/[\u202f\u00a0]/g, ' ')).toContain(
    'aria-valuetext="22 nov., 16:02 UTC, Succeeded: 1 200, Failed: 1"',
  )
})

test('an interval without a value interrupts a line, and one on its own is a point', () => {
  const markup = render('lines', [{ label: 'Median', tone: 'first', values: [10, 20, null, 5] }])
  expect(markup).toContain('d="M5 100h0L15 0M35 150h0"')
  expect(markup).toContain('aria-valuetext="22 Nov, 16:03 UTC, Median: 5 ms"')
})

test('points that no line joins are marked', () => {
  expect(findLonePoints([10, 20, null, 5, null, null, 7])).toEqual([3, 6])
  expect(findLonePoints([5])).toEqual([0])
})

test.each([
  [0, 2],
  [2, 2],
  [3, 4],
  [11, 12],
  [21, 24],
  [1201, 1600],
])('an axis for %i ends at %i', (value, top) => {
  expect(findTop('lines', [{ label: '', tone: 'first', values: [value] }])).toBe(top)
})
