import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Brand } from '@/components/brand-logo'
import { messages } from '@/generated/messages'
import { guichetBranding } from '@/lib/branding/schema'
import { type Locale, locales } from '@/lib/languages'
import { Header } from './header'

const email = 'aminata.diop@operateur.example'
const action = async () => {}

function render(
  locale: Locale,
  developer: Parameters<typeof Header>[0]['developer'],
  brand: Brand = guichetBranding,
) {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone="UTC">
      <PathnameContext.Provider value="/applications">
        <Header
          brand={brand}
          developer={developer}
          signOutAction={action}
          commands={null}
          preferences={<b>preferences</b>}
          links={<a href="/status">status</a>}
        />
      </PathnameContext.Provider>
    </NextIntlClientProvider>,
  )
}

describe.each(locales)('in %s', (locale) => {
  const { nav } = messages[locale].common

  test('the account menu is a button named after the address, with the personal links inside', () => {
    const html = render(locale, { email, displayName: '', role: 'administrator' })
    const [, button = '', menu = ''] =
      /(<button[^>]*popoverTarget="account-menu"[^>]*>).*?<div id="account-menu" popover="auto"(.*)/is.exec(
        html,
      ) ?? []
    expect(button).toMatch(new RegExp(`aria-label="[^"]*${email}`))
    const pages = ['applications', 'organisations', 'review', 'administration', 'account', 'docs', 'status']
    for (const inside of [email, 'preferences', nav.signOut, ...pages.map((page) => `href="/${page}"`)])
      expect(menu).toContain(inside)
    expect(html.split('preferences')).toHaveLength(2)
  })

  test('signed out, the bar has language, theme and sign-in links', () => {
    const html = render(locale, null)
    expect(html).not.toContain('account-menu')
    for (const shown of ['preferences', 'href="/sign-in"', 'href="/sign-up"']) expect(html).toContain(shown)
  })
})

test('a printed page begins with the operator’s logo and name, without what is only for a screen', () => {
  const html = render('en', null, { productName: 'Kora', logoHash: 'a1', saved: true })
  expect(html).toMatch(/<img src="\/brand\/logo\?v=a1"[^>]*><span[^>]*>Kora<\/span>/)
  expect(html).toMatch(/<div id="menu" popover="auto" class="no-print/)
  expect(html).toMatch(/<div class="no-print ml-auto/)
})
