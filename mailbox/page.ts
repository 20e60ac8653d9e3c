import { escapeHtml } from '@/lib/html'
import type { Mailbox, Message } from './store'
import { style } from './style'
import type { Words } from './words'

/** The list, newest first. It reloads when a message arrives. */
export function renderList(messages: Message[], words: Words, nonce: string): string {
  const rows = messages.toReversed().map((message) => renderRow(message, words))
  const list =
    rows.length > 0 ? `<ul>${rows.join('')}</ul>` : `<p class="empty">${escapeHtml(words.empty)}</p>`
  const head = `<h1>${escapeHtml(words.title)}</h1><p>${escapeHtml(words.explanation)}</p>`
  return layout(
    words,
    words.title,
    nonce,
    `<header>${head}</header><main>${list}</main>${reload(messages, nonce)}`,
  )
}

/** One message: sender, date, its text with links to follow, and its HTML in a separate document. */
export function renderMessage(message: Message, words: Words, nonce: string): string {
  const subject = message.subject || words.noSubject
  const facts = [
    [words.from, message.from.map(nameOf).join(', ')],
    [words.to, message.to.map(nameOf).join(', ')],
    [words.received, formatDate(message.date, words)],
  ]
  const list = facts
    .map(([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('')
  const frame = `<h2>${escapeHtml(words.html)}</h2><iframe title="${escapeHtml(words.html)}" src="/api/email/${message.id}/html"
    sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
  const body = `<header><a href="/">← ${escapeHtml(words.back)}</a><h1>${escapeHtml(subject)}</h1><dl>${list}</dl></header>
    <main>${message.html ? frame : ''}<h2>${escapeHtml(words.text)}</h2><pre>${linkify(message.text)}</pre></main>`
  return layout(words, subject, nonce, body)
}

/** A message's own HTML; its links open in a new window. Served without the right to run or load anything. */
export function renderHtmlPart({ html }: Message): string {
  return `<!doctype html><base target="_blank">${html}`
}

function renderRow(message: Message, words: Words): string {
  const to = message.to.map(nameOf).join(', ')
  return `<li><a href="/message/${message.id}"><strong>${escapeHtml(message.subject || words.noSubject)}</strong>
    <span>${escapeHtml(words.to)} ${escapeHtml(to)}</span>
    <time datetime="${message.date}">${escapeHtml(formatDate(message.date, words))}</time></a></li>`
}

function layout(words: Words, title: string, nonce: string, body: string): string {
  return `<!doctype html><html lang="${words.language}"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head><body>${body}</body></html>`
}

function reload(messages: Message[], nonce: string): string {
  const newest = JSON.stringify(messages.at(-1)?.id ?? null)
  return `<script nonce="${nonce}">setInterval(async () => {
    const messages = await fetch('/api/email').then((answer) => answer.json()).catch(() => null)
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

function formatDate(date: string, { language }: Words): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(date),
  )
}
