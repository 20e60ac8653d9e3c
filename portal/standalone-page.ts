import { mailtoLink } from '@/components/mailto-link'
import errors from '@/generated/messages/errors'
import failures from '@/generated/messages/failures'
import { pickLocale } from '@/i18n/locale'
import { createTranslators } from '@/i18n/translator'
import { brandColours } from '@/lib/branding/accent'
import { lastBranding, lastLogo } from '@/lib/branding/last-read'
import { hasOwnMark, initialOf, markPaths } from '@/lib/branding/mark'
import { type Branding, guichetBranding } from '@/lib/branding/schema'
import { escapeHtml } from '@/lib/html'
import { directionOf, type Locale, locales, nameOf } from '@/lib/languages'
import { standaloneStyle } from './standalone-style'
import type { Visit } from './visit'

/** What a page needs to know of a request, which may be all that could be read of it. */
type Asked = Pick<Visit, 'path'> & { request: Pick<Visit['request'], 'headers' | 'method'> }

const translators = createTranslators(
  Object.fromEntries(
    locales.map((locale) => [locale, { errors: errors[locale], failures: failures[locale] }]),
  ) as Record<Locale, { errors: typeof errors.en; failures: typeof failures.en }>,
)

export type Words = (typeof translators)[Locale]
/** `body` is HTML. */
type Content = { title: string; kicker: string; body: string }

/** The language of a request, and the texts in it. */
export function findWords({ request: { headers }, path }: Asked): { locale: Locale; words: Words } {
  const cookie = /(?:^|; )locale=(\w+)/.exec(headers.cookie ?? '')?.[1]
  const chosen = new URL(path, 'http://portal').searchParams.get('language') ?? cookie
  const locale = pickLocale(chosen, headers['accept-language'] ?? null)
  return { locale, words: translators[locale] }
}

/** A page independent of Next, in the design of the others: a whole document, whose single style needs the nonce. */
export function standalonePage(...given: Parameters<typeof standaloneContent>): string {
  const { language, title, content } = standaloneContent(...given)
  return `<!doctype html>
<html ${language}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
${content}
</html>
`
}

/** What such a page is made of, for a document that exists; `language` is the attributes of its root. */
export function standaloneContent(
  visit: Asked & Pick<Visit, 'nonce'>,
  say: (words: Words, locale: Locale) => Content,
): { language: string; title: string; content: string } {
  const { request, nonce, path } = visit
  const url = new URL(path, 'http://portal')
  const { locale, words } = findWords(visit)
  const { title, kicker, body } = say(words, locale)
  const brand = lastBranding() ?? unnamed
  const { productName, supportEmail, accentColour } = brand
  const content = `<style nonce="${nonce}">${standaloneStyle(brandColours(accentColour))}</style>
<header>${home(brand)}${request.method === 'POST' ? '' : switchLanguage(url, locale)}</header>
<main>
<svg class="arch" viewBox="0 0 120 96" aria-hidden="true"><path d="M14 90V50a46 46 0 0 1 92 0v40M4 91h112M26 90V62h68v28M26 71h68M26 80h68"/></svg>
<p class="kicker">${kicker}</p>
<h1>${title}</h1>
${body}
${supportEmail && contact(words('failures.support'), supportEmail)}
</main>`
  return {
    language: `lang="${locale}" dir="${directionOf(locale)}"`,
    title: [title, escapeHtml(productName)].filter(Boolean).join(' · '),
    content,
  }
}

/** Before the database was first read, no one knows the product's name. */
const unnamed = { ...guichetBranding, productName: '' }

function home(brand: Branding): string {
  const name = escapeHtml(brand.productName)
  return name && `<a class="home" href="/">${mark(brand)}<span>${name}</span></a>`
}

/** As `components/mark.tsx`. */
function mark(brand: Branding): string {
  const logo = lastLogo()
  if (logo)
    return `<img alt="" src="data:image/png;base64,${Buffer.from(logo.bytes).toString('base64')}" height="32">`
  if (!hasOwnMark(brand))
    return `<span class="mark" aria-hidden="true">${escapeHtml(initialOf(brand.productName))}</span>`
  return `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="${markPaths.arch}"/><path class="window" d="${markPaths.window}"/></svg>`
}

/** Links, as a choice cannot be saved by a page that may not reach Next: it is valid for the page itself. */
function switchLanguage(url: URL, current: Locale): string {
  const links = locales.map((each) => {
    url.searchParams.set('language', each)
    const state = each === current ? ' aria-current="true"' : ''
    return `<a lang="${each}" href="${escapeHtml(url.pathname + url.search)}"${state}>${nameOf(each)}</a>`
  })
  return `<nav>${links.join('')}</nav>`
}

function contact(label: string, email: string): string {
  return `<p>${label} <a href="${escapeHtml(mailtoLink(email))}">${escapeHtml(email)}</a></p>`
}
