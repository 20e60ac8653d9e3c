import { NextIntlClientProvider } from 'next-intl'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formats } from '@/i18n/formats'
import { DateTime } from './date-time'

const at = new Date('2026-11-22T16:04:05Z')

function render(
  props: Omit<ComponentProps<typeof DateTime>, 'at'>,
  locale: 'en' | 'fr' = 'en',
  timeZone = 'UTC',
) {
  const now = new Date('2026-11-22T14:04:05Z')
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} formats={formats} now={now} timeZone={timeZone} messages={{}}>
      <DateTime at={at} {...props} />
    </NextIntlClientProvider>,
  )
}

test.each([
  [{}, 'en', '22 Nov 2026, 16:04 UTC'],
  [{}, 'fr', '22 nov. 2026, 16:04 UTC'],
  [{ as: 'exact' }, 'en', '22 Nov 2026, 16:04:05 UTC'],
  [{ as: 'time' }, 'en', '16:04 UTC'],
  [{ as: 'date' }, 'en', '22 Nov 2026'],
  [{ as: 'relative' }, 'en', 'in 2 hours'],
  [{ timeZone: 'Asia/Kathmandu' }, 'en', '22 Nov 2026, 21:49 GMT+5:45'],
] as const)('%j in %s reads %s', (props, locale, text) => {
  expect(render(props, locale)).toContain(`>${text}</time>`)
})

test('the time zone that the reader has chosen comes first, except for the days of a record', () => {
  expect(render({}, 'en', 'Pacific/Auckland')).toContain('>23 Nov 2026, 05:04 GMT+13</time>')
  expect(render({ timeZone: 'Asia/Kathmandu' }, 'fr', 'Africa/Dakar')).toContain(
    '>22 nov. 2026, 16:04 UTC+0</time>',
  )
  expect(render({ as: 'date' }, 'en', 'Pacific/Auckland')).toContain('>23 Nov 2026</time>')
  expect(render({ as: 'day' }, 'en', 'Pacific/Auckland')).toContain('>22 Nov 2026</time>')
})

test('a machine reads it too, and a distance says which moment it leads to', () => {
  expect(render({ as: 'relative' })).toMatch(
    /dateTime="2026-11-22T16:04:05.000Z" title="22 Nov 2026, 16:04 UTC"/,
  )
})
