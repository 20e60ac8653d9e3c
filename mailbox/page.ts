import texts from '@/generated/messages/mailbox'
import { formats } from '@/i18n/formats'
import { pickLocale } from '@/i18n/locale'
import { createTranslators } from '@/i18n/translator'
import { defaultLogoPaths } from '@/lib/branding/default-logo'
import { escapeHtml } from '@/lib/html'
import { tagOf } from '@/lib/languages'
import type { Mailbox, Message } from './store'

/** Those of a message's HTML: without scripts, so that sharing its origin only lets the page measure it. */
export const frameRights = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** The list, newest first, or its messages to one address. It reloads when a message arrives. */
export function renderList(all: Message[], to: string, words: Words, nonce: string): string {
  const messages = filterByRecipient(all, to)
  const rows = messages.toReversed().map((message) => renderRow(message, words))
  const list =
    rows.length > 0 ? `<ul>${rows.join('')}</ul>` : `<p class="empty">${escapeHtml(words.say('empty'))}</p>`
  const head = `<div><h1>${escapeHtml(words.say('title'))}</h1><p>${escapeHtml(words.say('explanation'))}</p></div>${renderFilter(all, to, words)}`
  const body = `<div class="head">${head}</div>${list}${reload(messages, nonce)}`
  return layout(words, words.say('title'), nonce, body)
}

/** One message: sender, date, and its HTML in a separate document next to its text, with links to follow. */
export function renderMessage(message: Message, words: Words, nonce: string): string {
  const subject = message.subject || words.say('noSubject')
  const facts = [
    [words.say('from'), message.from.map(nameOf).join(', ')],
    [words.say('to'), message.to.map(nameOf).join(', ')],
    [words.say('received'), formatDate(message.date, words)],
  ]
  const list = facts
    .map(([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('')
  const frame = `<section><h2>${escapeHtml(words.say('html'))}</h2><iframe title="${escapeHtml(words.say('html'))}" src="/api/email/${message.id}/html"
    sandbox="${frameRights}"></iframe><script nonce="${nonce}">${fitFrame}</script></section>`
  const body = `<p><a href="/">← ${escapeHtml(words.say('back'))}</a></p><h1>${escapeHtml(subject)}</h1><dl>${list}</dl>
    <div class="parts">${message.html ? frame : ''}<section><h2>${escapeHtml(words.say('text'))}</h2><pre>${linkify(message.text)}</pre></section></div>`
  return layout(words, subject, nonce, body)
}

/** A message's own HTML; its links open in a new window. Served without the right to run or load anything. */
export function renderHtmlPart({ html }: Message): string {
  return `<!doctype html><base target="_blank">${html}`
}

/** The messages to an address, in any letter case; all of them without one. */
export function filterByRecipient(messages: Message[], recipient: string): Message[] {
  if (!recipient) return messages
  return messages.filter(({ to }) => addressesOf(to).includes(recipient.toLowerCase()))
}

function addressesOf(to: Mailbox[]): string[] {
  return to.map(({ address }) => address.toLowerCase())
}

function renderFilter(all: Message[], chosen: string, words: Words): string {
  const addresses = [...new Set(all.flatMap(({ to }) => addressesOf(to)))].sort()
  const options = addresses.map((address) => {
    const selected = address === chosen.toLowerCase() ? ' selected' : ''
    return `<option${selected}>${escapeHtml(address)}</option>`
  })
  return `<form><label for="to">${escapeHtml(words.say('to'))}</label><select id="to" name="to">
    <option value="">${escapeHtml(words.say('anyone'))}</option>${options.join('')}</select>
    <button>${escapeHtml(words.say('filter'))}</button></form>`
}

/** The height of the message's document, again when its width changes. */
const fitFrame = `
  const frame = document.querySelector('iframe')
  const fit = () => {
    frame.style.height = 'auto'
    frame.style.height = frame.contentDocument.documentElement.scrollHeight + 2 + 'px'
  }
  frame.addEventListener('load', fit)
  addEventListener('resize', fit)
`

function renderRow(message: Message, words: Words): string {
  const to = message.to.map(nameOf).join(', ')
  return `<li><a href="/message/${message.id}"><span>${escapeHtml(words.say('to'))} ${escapeHtml(to)}</span>
    <strong>${escapeHtml(message.subject || words.say('noSubject'))}</strong>
    <time datetime="${message.date}">${escapeHtml(formatDate(message.date, words))}</time></a></li>`
}

const mark = `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0b6658"/><path
  d="${defaultLogoPaths.arch}" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/><path
  d="${defaultLogoPaths.window}" fill="#f5c04a"/></svg>`

function layout(words: Words, title: string, nonce: string, body: string): string {
  return `<!doctype html><html lang="${words.locale}"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head><body>
    <header><a href="/">${mark}${escapeHtml(words.say('title'))}</a></header><main>${body}</main></body></html>`
}

function reload(messages: Message[], nonce: string): string {
  const newest = JSON.stringify(messages.at(-1)?.id ?? null)
  return `<script nonce="${nonce}">setInterval(async () => {
    const messages = await fetch('/api/email' + location.search).then((answer) => answer.json()).catch(() => null)
    if (messages && (messages.at(-1)?.id ?? null) !== ${newest}) location.reload()
  }, 3000)</script>`
}

function linkify(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 ? `<a href="${escapeHtml(part)}" target="_blank">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')
}

function nameOf({ name, address }: Mailbox): string {
  return name ? `${name} <${address}>` : address
}

/** As the portal's pages write it. */
function formatDate(date: string, { locale: language }: Words): string {
  return new Intl.DateTimeFormat(tagOf(language), {
    ...formats.dateTime.moment,
    timeZone: 'UTC',
  }).format(new Date(date))
}

type Words = ReturnType<typeof chooseWords>

const translators = createTranslators(texts)

/** In the language that the portal would choose. */
export function chooseWords(acceptLanguage = '') {
  const locale = pickLocale(undefined, acceptLanguage)
  return { locale, say: translators[locale] }
}

/** The mailbox has no build step: its style is part of the page, its font a file of a package. */
const style = `
  @font-face { font-family: Geist; font-weight: 100 900; src: url(/font.woff2) format("woff2") }
  :root { color-scheme: light dark; --canvas: light-dark(#f2f6f4, #0b1311); --surface: light-dark(#fff, #121d1a);
    --raised: light-dark(#e8efec, #1b2925); --ink: light-dark(#10211d, #e6efec); --muted: light-dark(#4a5d57, #a2b5ae);
    --line: light-dark(#d2ddd8, #283833); --edge: light-dark(#748780, #6f847c); --accent: light-dark(#0b6658, #62d3bd) }
  * { box-sizing: border-box }
  body { margin: 0; background: var(--canvas); color: var(--ink); font: .9375rem/1.5 Geist, system-ui, sans-serif }
  header { padding: 0 max(1rem, calc((100vw - 76rem) / 2)); background: var(--surface); border-bottom: 3px solid #0b6658 }
  header a { display: inline-flex; align-items: center; gap: .625rem; min-height: 3.5rem; color: inherit; font-size: 1.125rem;
    font-weight: 600; text-decoration: none }
  header svg { width: 2rem }
  main { max-width: 78rem; margin: 0 auto; padding: 2rem 1rem 4rem }
  h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.02em; overflow-wrap: anywhere }
  h2 { margin: 0 0 .5rem; font-size: .9375rem }
  p { margin: .5rem 0 }
  p, dt, li span, time, label { color: var(--muted) }
  a { color: var(--accent) }
  :focus-visible { outline: 2.5px solid var(--accent); outline-offset: 2px }
  .head { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: end; justify-content: space-between;
    margin-bottom: 1.5rem }
  form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; max-width: 100% }
  select, button { font: inherit; min-height: 2.5rem; max-width: 100%; padding: 0 .75rem; border: 1px solid var(--edge);
    border-radius: .5rem; background: var(--surface); color: var(--ink) }
  button { font-weight: 500; cursor: pointer }
  button:hover { background: var(--raised) }
  ul { list-style: none; margin: 0; padding: 0; background: var(--surface); border: 1px solid var(--line);
    border-radius: 1rem; overflow: hidden }
  li + li { border-top: 1px solid var(--line) }
  li a { display: grid; gap: 0 1.5rem; padding: .75rem 1.25rem; text-decoration: none; color: inherit }
  li a:hover { background: var(--raised) }
  li a:focus-visible { outline-offset: -3px; border-radius: 1rem }
  li strong { font-weight: 500; overflow-wrap: anywhere }
  li span { overflow-wrap: anywhere }
  time { white-space: nowrap }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0 1.5rem }
  dd { margin: 0; overflow-wrap: anywhere }
  .empty { margin: 0; padding: 4rem 1rem; text-align: center; border: 1px dashed var(--edge); border-radius: 1rem;
    background: var(--surface) }
  .parts { display: grid; gap: 1.5rem; align-items: start }
  .parts > * { min-width: 0 }
  iframe { display: block; width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: 1rem; background: #fff }
  pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; padding: 1.25rem; background: var(--surface);
    border: 1px solid var(--line); border-radius: 1rem; font: .8125rem/1.6 ui-monospace, monospace }
  @media (width >= 64rem) {
    li a { grid-template-columns: 20rem 1fr auto; align-items: baseline }
    .parts { grid-template-columns: 43rem 1fr }
  }
`
