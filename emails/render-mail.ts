import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { z } from 'zod'
import { type Brand, guichet } from './brand'
import { MessageContext } from './message-context'
import { plainText } from './plain-text'
import * as registry from './registry'
import { oneLine, product, storedLocale } from './wording'

export const mails = { ...registry }
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
  const language = storedLocale(locale)
  const { subject, body } = mails[name].write(props, language)
  const element = createElement(MessageContext, { value: { brand, locale: language } }, body)
  const unnamed = `<!doctype html>${renderToStaticMarkup(element)}`
  const productName = oneLine(brand.productName, productNameLimit)
  const html = unnamed.replaceAll(product, asEntities(productName))
  return {
    subject: subject.replaceAll(product, () => productName).replace(/\p{Cc}+/gu, ' '),
    text: plainText(html, language),
    html,
  }
}

const productNameLimit = 40

/** As numbers, which `$` and `&` in a replacement's text are no part of. */
function asEntities(text: string): string {
  return text.replace(/[&<>"'$]/g, (character) => `&#${character.charCodeAt(0)};`)
}
