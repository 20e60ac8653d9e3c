import { NextIntlClientProvider } from 'next-intl'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formats } from '@/i18n/formats'
import { Moment } from './moment'

const at = new Date('2026-11-22T16:04:05Z')

function render(props: Omit<ComponentProps<typeof Moment>, 'at'>, locale: 'en' | 'fr' = 'en') {
  const now = new Date('2026-11-22T14:04:05Z')
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} formats={formats} now={now} timeZone="UTC" messages={{}}>
      <Moment at={at} {...props} />
    </NextIntlClientProvider>,
  )
  // CLDR separates time and AM with a narrow no-break space.
  return markup.replaceAll('\u202f', ' ')
}

test.each([
  [{}, 'en', 'Nov 22, 2026, 4:04 PM UTC'],
  [{}, 'fr', '22 nov. 2026, 16:04 UTC'],
  [{ as: 'exact' }, 'en', 'Nov 22, 2026, 4:04:05 PM UTC'],
  [{ as: 'time' }, 'en', '4:04 PM UTC'],
  [{ as: 'date' }, 'en', 'Nov 22, 2026'],
  [{ as: 'relative' }, 'en', 'in 2 hours'],
  [{ timeZone: 'Asia/Kathmandu' }, 'en', 'Nov 22, 2026, 9:49 PM Asia/Kathmandu'],
] as const)('%j in %s reads %s', (props, locale, text) => {
  expect(render(props, locale)).toContain(`>${text}</time>`)
})

test('a machine reads it too, and a distance says which moment it leads to', () => {
  expect(render({ as: 'relative' })).toMatch(
    /dateTime="2026-11-22T16:04:05.000Z" title="Nov 22, 2026, 4:04 PM UTC"/,
  )
})
