import { type Locale, pickLocale } from '@/i18n/locale'
import { accentScale } from '@/lib/branding/accent'
import { lastBranding } from '@/lib/branding/last-read'
import { guichetBranding, mailtoLink } from '@/lib/branding/schema'
import { escapeHtml } from '@/lib/html'
import errorsEn from '@/messages/en/errors.json'
import failuresEn from '@/messages/en/failures.json'
import errorsFr from '@/messages/fr/errors.json'
import failuresFr from '@/messages/fr/failures.json'
import type { Visit } from './visit'

export type Words = typeof errorsEn & typeof failuresEn
/** `body` is HTML. */
type Content = { title: string; kicker: string; body: string }

/** The language of a request, and the texts in it. */
export function findWords({ headers }: Visit['request']): { locale: Locale; words: Words } {
  const cookie = /(?:^|; )locale=(\w+)/.exec(headers.cookie ?? '')?.[1]
  const locale = pickLocale(cookie, headers['accept-language'] ?? null)
  return { locale, words: locale === 'fr' ? { ...errorsFr, ...failuresFr } : { ...errorsEn, ...failuresEn } }
}

/** A page independent of Next: a whole document, whose single style needs the nonce. */
export function standalonePage({ request, nonce }: Visit, say: (words: Words) => Content): string {
  const { locale, words } = findWords(request)
  const { title, kicker, body } = say(words)
  const { productName, supportEmail, accentColour } = lastBranding() ?? unnamed
  const { light, dark } = accentScale(accentColour)
  return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${[title, escapeHtml(productName)].filter(Boolean).join(' · ')}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; background: light-dark(#f2f6f4, #0b1311); color: light-dark(#10211d, #e6efec) }
body { max-width: 42rem; margin: 4rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif }
h1 { font-size: 1.75rem; line-height: 1.2 }
a { color: light-dark(${light.accent}, ${dark.accent}); overflow-wrap: anywhere }
button { font: inherit; padding: .5rem 1rem; border: 0; border-radius: .375rem; background: light-dark(${light.accent}, ${dark.accent}); color: light-dark(${light.ink}, ${dark.ink}) }
</style>
<main>
<p>${kicker}</p>
<h1>${title}</h1>
${body}
${supportEmail && contact(words.support, supportEmail)}
</main>
</html>
`
}

/** Before the database was first read, no one knows the product's name. */
const unnamed = { ...guichetBranding, productName: '' }

function contact(label: string, email: string): string {
  return `<p>${label} <a href="${escapeHtml(mailtoLink(email))}">${escapeHtml(email)}</a></p>`
}
