import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { mailtoLink } from '@/components/format'
import { labelField } from '@/components/ui/hidden-field-names'
import errors from '@/generated/messages/errors'
import failures from '@/generated/messages/failures'
import { formats } from '@/i18n/formats'
import { pickLocale } from '@/i18n/locale'
import { createTranslators } from '@/i18n/translator'
import { lastAnnouncements } from '@/lib/announcements/last-read'
import { type BrandColours, brandColours } from '@/lib/branding/accent'
import { defaultLogoPaths, initialOf, usesDefaultLogo } from '@/lib/branding/default-logo'
import { lastBranding, lastLogo } from '@/lib/branding/last-read'
import { type Branding, guichetBranding } from '@/lib/branding/schema'
import { escapeHtml } from '@/lib/html'
import { directionOf, type Locale, locales, nameOf, tagOf } from '@/lib/languages'
import { localised } from '@/lib/translations'
import type { PortalExchange } from './exchange'
import type { SubmittedForm } from './read-form'

/** What a page needs to know of a request, which may be all that could be read of it. */
type Asked = Pick<PortalExchange, 'path'> & { request: Pick<PortalExchange['request'], 'headers' | 'method'> }

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
  exchange: Asked & Pick<PortalExchange, 'nonce'>,
  say: (words: Words, locale: Locale) => Content,
): { language: string; title: string; content: string } {
  const { request, nonce, path } = exchange
  const url = new URL(path, 'http://portal')
  const { locale, words } = findWords(exchange)
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

/** As `components/brand-logo.tsx`. */
function mark(brand: Branding): string {
  const logo = lastLogo()
  if (logo)
    return `<img alt="" src="data:image/png;base64,${Buffer.from(logo.bytes).toString('base64')}" height="32">`
  if (!usesDefaultLogo(brand))
    return `<span class="mark" aria-hidden="true">${escapeHtml(initialOf(brand.productName))}</span>`
  return `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="${defaultLogoPaths.arch}"/><path class="window" d="${defaultLogoPaths.window}"/></svg>`
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

/** The colours of `app/globals.css` and the build's font, which is served while the database is away. */
function standaloneStyle({ brand, brandInk, lamp, light, dark }: BrandColours): string {
  return `
${fontFace}
:root { color-scheme: light dark; --canvas: light-dark(#f2f6f4, #0b1311); --surface: light-dark(#ffffff, #121d1a); --ink: light-dark(#10211d, #e6efec); --muted: light-dark(#4a5d57, #a2b5ae); --line: light-dark(#d2ddd8, #283833); --danger: light-dark(#b0251d, #ff9f96); --danger-soft: light-dark(#fbe9e7, #3b1b19); --accent: light-dark(${light.accent}, ${dark.accent}); --accent-soft: light-dark(${light.soft}, ${dark.soft}); --fill: light-dark(${light.fill}, ${dark.fill}); --fill-hover: light-dark(${light.hover}, ${dark.hover}); --fill-ink: light-dark(${light.ink}, ${dark.ink}); --brand: ${brand}; --brand-ink: ${brandInk} }
* { box-sizing: border-box }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 1rem/1.6 Geist, system-ui, sans-serif }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem; min-height: 4rem; padding: 0 max(1rem, calc((100vw - 72rem) / 2 + 1.5rem)); background: var(--surface); border-bottom: 3px solid var(--brand) }
main { max-width: 42rem; margin: 0 auto; padding: 4rem 1rem }
h1 { margin: .5rem 0 1rem; font-size: 1.875rem; line-height: 1.2 }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem }
a { color: var(--accent); overflow-wrap: anywhere }
nav { display: flex; gap: .25rem }
nav a { padding: .25rem .5rem; border-radius: .375rem; color: var(--ink) }
nav a[aria-current] { background: var(--accent-soft); text-decoration: none }
small, .kicker { color: var(--muted) }
.kicker { margin: 1rem 0 0; font: .875rem/1.6 ui-monospace, monospace }
.down { padding: 1rem; border: 1px solid var(--danger); border-radius: .75rem; background: var(--danger-soft) }
.home { display: flex; align-items: center; gap: .625rem; color: var(--ink); font-weight: 600; font-size: 1.125rem; text-decoration: none }
.mark { display: inline-grid; place-items: center; width: 2rem; height: 2rem; border-radius: .5rem; background: var(--brand); color: var(--brand-ink); font-weight: 700; fill: none; stroke: currentColor; stroke-width: 2.6; stroke-linecap: round }
.window { fill: ${lamp}; stroke: none }
.arch { height: 6rem; fill: var(--accent-soft); stroke: var(--accent); stroke-width: 4; stroke-linecap: round }
button, .button { display: inline-block; min-height: 2.5rem; padding: .5rem 1rem; border: 0; border-radius: .5rem; background: var(--fill); color: var(--fill-ink); font: inherit; font-weight: 500; text-decoration: none; cursor: pointer }
`
}

const fontFace = findFont()

/** Its name contains a hash of the build. */
function findFont(): string {
  const folder = join(process.env.NEXT_DIST_DIR || '.next', 'static', 'media')
  const font =
    existsSync(folder) && readdirSync(folder).find((name) => /^geist-latin-wght-normal.*\.woff2$/.test(name))
  if (!font) return ''
  return `@font-face { font-family: Geist; font-weight: 100 900; font-display: swap; src: url(/_next/static/media/${font}) format("woff2") }`
}

/**
 * The response to a form without a script that was not received, as its session had ended or something is owed first:
 * what was typed, to be copied, and where to go on.
 * @param next the page that Next would have led to
 */
export function sessionExpiredPage(
  exchange: PortalExchange,
  form: SubmittedForm | null,
  next: string,
): string {
  return standalonePage(exchange, (t) => ({
    title: t('errors.unsent.title'),
    kicker: `401 · ${t('errors.unsent.kicker')}`,
    body: `<p>${t('errors.unsent.body')}</p>
<p><a class="button" href="${escapeHtml(next)}">${t(next.startsWith('/sign-in') ? 'errors.unsent.signIn' : 'errors.unsent.continue')}</a></p>
${listSubmitted(form, t)}`,
  }))
}

/**
 * The same where someone else is signed in by now.
 * @param says who that is
 */
export function accountMismatchPage(
  exchange: PortalExchange,
  form: SubmittedForm | null,
  says: string,
): string {
  return standalonePage(exchange, (t) => ({
    title: t('errors.other.title'),
    kicker: `409 · ${t('errors.unsent.kicker')}`,
    body: `<p>${escapeHtml(says)}</p>
<p><a class="button" href="">${t('failures.stale.open')}</a></p>
${listSubmitted(form, t)}`,
  }))
}

function listSubmitted(form: SubmittedForm | null, t: Words): string {
  const fields = form?.fields ?? []
  const labels = new Map(fields.filter(([name]) => name.startsWith(labelField)))
  const typed = fields.flatMap(([name, value]) => {
    const label = labels.get(labelField + name)
    return label && value.trim() ? [[label, value] as const] : []
  })
  return `${typed.length > 0 ? `<h2>${t('failures.stale.typed')}</h2>\n<p>${t('errors.unsent.copy')}</p>\n<dl>${typed.map(([label, value]) => `<dt><small>${escapeHtml(label)}</small></dt><dd><pre>${escapeHtml(value)}</pre></dd>`).join('\n')}</dl>` : ''}
${form?.omitted ? `<p>${t('errors.unsent.omitted')}</p>` : ''}`
}

/**
 * The response to any page while the database is unavailable. The page keeps a submitted form, so that it can be sent
 * again unchanged.
 * @param form what was typed; null if it could not be read
 */
export function outagePage(exchange: PortalExchange, form: SubmittedForm | null): string {
  const isPost = exchange.request.method === 'POST'
  if (exchange.pathname === '/status') return statusPage(exchange)
  return standalonePage(exchange, (t, locale) => ({
    title: t('failures.unavailable.title'),
    kicker: `503 · ${t('failures.unavailable.kicker')}`,
    body: `<p>${t('failures.unavailable.body')}</p>
${listAnnouncements(t, locale)}
<p>${t('failures.reference')} <code>${exchange.requestId}</code></p>
${isPost ? sendAgain(exchange, form, t) : `<p><a class="button" href="">${t('failures.retry')}</a></p>`}`,
  }))
}

/** What a script that sent a form shows in it. */
export function describeUnavailable(exchange: PortalExchange): string {
  return findWords(exchange).words('failures.unavailable.body')
}

/** What remains of the status page: its checks are in the database. */
function statusPage(exchange: PortalExchange): string {
  return standalonePage(exchange, (t, locale) => ({
    title: t('errors.outage.status'),
    kicker: `503 · ${t('failures.unavailable.kicker')}`,
    body: `<p class="down" role="status"><strong>${t('errors.outage.database')}</strong><br>${t('errors.outage.checks')}</p>
${listAnnouncements(t, locale) || `<p>${t('errors.outage.none')}</p>`}
<p><a class="button" href="">${t('failures.retry')}</a></p>`,
  }))
}

/** What was known of announcements before: a maintenance may be the reason. */
function listAnnouncements(t: Words, locale: Locale): string {
  const moment = new Intl.DateTimeFormat(tagOf(locale), { ...formats.dateTime.moment, timeZone: 'UTC' })
  const items = lastAnnouncements().map((each) => {
    const period = each.endsAt ? moment.formatRange(each.startsAt, each.endsAt) : moment.format(each.startsAt)
    return `<li>${escapeHtml(localised(each, 'title', locale))}<br><small>${period}</small></li>`
  })
  return items.length > 0 ? `<h2>${t('errors.outage.announced')}</h2>\n<ul>\n${items.join('\n')}\n</ul>` : ''
}

function sendAgain({ path }: PortalExchange, form: SubmittedForm | null, t: Words): string {
  if (!form) return `<p>${t('errors.outage.lost')}</p>`
  const fields = form.fields.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<p>${t('errors.outage.kept')}</p>
${form.omitted ? `<p>${t('errors.outage.omitted')}</p>` : ''}
<form method="post" enctype="multipart/form-data" action="${escapeHtml(path)}">
${fields.join('\n')}
<button>${t('errors.outage.send')}</button>
</form>`
}
