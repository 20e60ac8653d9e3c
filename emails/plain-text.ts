import { convert, type FormatCallback } from 'html-to-text'
import type { Locale } from '@/lib/languages'
import { sharedText } from './texts'

/**
 * Converts a rendered message to plain text. Lines are not wrapped, so that no link is broken. Each link is on its own
 * line below its label; details read "Label: value".
 */
export function plainText(html: string, locale: Locale): string {
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
