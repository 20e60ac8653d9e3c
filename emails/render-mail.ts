import { convert, type FormatCallback } from 'html-to-text'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { z } from 'zod'
import { type Locale, toLocale } from '@/lib/languages'
import { accountMails, safetyMails } from './account-mails'
import { applicationMails, validationMails } from './application-mails'
import { type Brand, guichet } from './brand'
import { day, environmentName, headline, moment, oneLine, person, quoted, quotedInSubject } from './format'
import { Layout } from './layout'
import { MessageContext } from './parts'
import { staffMails } from './staff-mails'
import { organisationMails, teamMails } from './team-mails'
import { type MessageName, product, sharedText, type TextKey, translate, type Values } from './texts'

/** Every message that is sent, by the name under which it is queued. */
export const mails = {
  ...accountMails,
  ...safetyMails,
  ...staffMails,
  ...applicationMails,
  ...teamMails,
  ...validationMails,
  ...organisationMails,
} satisfies Record<MessageName, { props: z.ZodType }>
export type TemplateName = keyof typeof mails
export type TemplateProps<N extends TemplateName> = z.output<(typeof mails)[N]['props']>

/**
 * Renders one message as subject, text and HTML.
 * @param locale any language tag; unknown ones mean English
 * @param props as stored in the outbox; checked against the message's schema
 * @param brand whose name, colours and support address the message has
 * @throws ZodError for props that do not match the schema
 */
export function renderMail(
  name: TemplateName,
  props: unknown,
  locale: string,
  brand: Brand = guichet,
): { subject: string; text: string; html: string } {
  const language = toLocale(locale)
  const { subject, page } = write(name, props, language, brand)
  const unnamed = `<!doctype html>${renderToStaticMarkup(page)}`
  const productName = oneLine(brand.productName, productNameLimit)
  const html = unnamed.replaceAll(product, asEntities(productName))
  return {
    subject: subject.replaceAll(product, () => productName).replace(/\p{Cc}+/gu, ' '),
    text: plainText(html, language),
    html,
  }
}

function write(name: TemplateName, stored: unknown, locale: Locale, brand: Brand) {
  const { props, variant, body, ...frame } = mails[name].open(stored)
  const text = { name, locale, variant }
  const inSubject = { locale, quote: (chosen: string) => quotedInSubject(chosen, locale) }
  const inBody = { locale, quote: (chosen: string) => quoted(chosen, locale) }
  const shown = valuesOf(props, inBody)
  const say = (key: TextKey, of = {}) => translate(text, key, { ...shown, ...valuesOf(of, inBody) })
  const layout = createElement(Layout, frame, body({ shown, say }))
  return {
    subject: translate(text, 'subject', valuesOf(props, inSubject)),
    page: createElement(MessageContext, { value: { brand, locale, say } }, layout),
  }
}

type Context = {
  locale: Locale
  /** Puts a name chosen by a person in quotation marks, at a length for the subject or the body. */
  quote: (name: string) => string
}
type Writer = (value: string, context: Context & { timeZone?: string }) => string

const name: Writer = (value, { quote }) => quote(value)
const time: Writer = (value, { locale, timeZone }) => moment(value, locale, timeZone)
const date: Writer = (value, { locale }) => day(value, locale)
const address: Writer = (value) => oneLine(value, 254)
const plain: Writer = (value) => value

/** How texts show a prop. What is not listed, such as a reason, is for no sentence: its name in one throws. */
const writers: Record<string, Writer> = {
  applicationName: name,
  organisationName: name,
  documentName: name,
  name,
  provider: name,
  title: (value) => headline(value),
  at: time,
  dueAt: time,
  expiresOn: time,
  from: time,
  previousValidUntil: time,
  promisedBy: time,
  to: time,
  sunset: date,
  validUntil: date,
  address: (value) => oneLine(value, 64),
  addressMasked: address,
  newAddressMasked: address,
  environment: (value, { locale }) => environmentName(value as 'sandbox' | 'production', locale),
  cause: plain,
  change: plain,
  clientId: plain,
  detail: plain,
  endpoint: plain,
  host: plain,
  kid: plain,
  role: plain,
  supportEmail: plain,
}

/**
 * The props of a message, or others, as the arguments of its texts: an array is its length, and
 * `personEmail` with `personName` the argument `person`.
 */
function valuesOf(props: object, context: Context): Values {
  const all = props as Record<string, unknown>
  const timeZone = typeof all.timeZone === 'string' ? all.timeZone : undefined
  const entries = Object.entries(all).flatMap(([key, value]): [string, string | number][] => {
    if (typeof value === 'number') return [[key, value]]
    if (Array.isArray(value)) return [[key, value.length]]
    if (typeof value !== 'string') return []
    const role = /^(\w+)Email$/.exec(key)?.[1]
    if (role && role !== 'support') {
      const chosen = all[`${role}Name`]
      return [[role, person(value, typeof chosen === 'string' ? chosen : undefined, context.locale)]]
    }
    const write = writers[key]
    return write ? [[key, write(value, { ...context, timeZone })]] : []
  })
  return Object.fromEntries(entries)
}

const productNameLimit = 40

/** As numbers, which `$` and `&` in a replacement's text are no part of. */
function asEntities(text: string): string {
  return text.replace(/[&<>"'$]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * Converts a rendered message to plain text. Lines are not wrapped, so that no link is broken. Each link is on its own
 * line below its label; details read "Label: value".
 */
function plainText(html: string, locale: Locale): string {
  const colon = sharedText('colon', locale)
  const text = convert(html, {
    wordwrap: false,
    formatters: { action: formatAction(colon), detail: formatDetail(colon), footer: formatFooter },
    selectors: [
      // @react-email/preview marks what mail programs list after the subject.
      { selector: '[data-skip-in-text=true]', format: 'skip' },
      { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
      { selector: 'h1', options: { uppercase: false, trailingLineBreaks: 2 } },
      { selector: 'a[data-action]', format: 'action' },
      { selector: 'tr[data-detail]', format: 'detail' },
      { selector: 'ul', options: { itemPrefix: '- ' } },
      { selector: 'table[data-footer]', format: 'footer' },
    ],
  })
  return `${text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

function formatAction(colon: string): FormatCallback {
  return (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 2 })
    walk(element.children, builder)
    builder.addInline(colon)
    builder.addLineBreak()
    builder.addInline(element.attribs.href ?? '', { noWordTransform: true })
    builder.closeBlock({ trailingLineBreaks: 2 })
  }
}

function formatDetail(colon: string): FormatCallback {
  return (element, walk, builder) => {
    const [label, value] = element.children
    builder.openBlock({ leadingLineBreaks: 1 })
    walk(label?.children ?? [], builder)
    builder.addInline(`${colon} `)
    walk(value?.children ?? [], builder)
    builder.closeBlock({ trailingLineBreaks: 1 })
  }
}

const formatFooter: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  builder.addInline('---')
  builder.addLineBreak()
  walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 1 })
}
