import { convert, type FormatCallback } from 'html-to-text'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { z } from 'zod'
import { type Locale, toLocale } from '@/lib/languages'
import { accountMails } from './account-mails'
import { applicationMails } from './application-mails'
import { type Brand, guichet } from './brand'
import { oneLine, quoted, quotedInSubject } from './format'
import { Layout } from './layout'
import { MessageContext } from './message-context'
import { organisationMails } from './organisation-mails'
import { safetyMails } from './safety-mails'
import { staffMails } from './staff-mails'
import { teamMails } from './team-mails'
import { type MessageName, product, sharedText, type TextKey, translate } from './texts'
import { validationMails } from './validation-mails'
import { valuesOf } from './values'

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
