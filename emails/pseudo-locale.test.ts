import { expect, test } from 'vitest'
import { moment } from '@/emails/format'
import { mails, renderMail, type TemplateName } from '@/emails/render-mail'
import { at, brand, samples } from '@/test/mail-samples'
import { expectOnlyPseudo, testLocale } from '@/test/pseudo-locale'

/** What stands beside the texts: names and values, and the months of dates. */
const given = `${brand.productName} nbsp Sandbox Production Dezember März Februar ${moment(at, testLocale)}`

test.each(Object.keys(mails) as TemplateName[])('%s says nothing that is no message', (name) => {
  for (const props of samples[name]) {
    const { subject, text, html } = renderMail(name, props, testLocale, brand)
    expect(subject).toMatch(/^\[!! .* !!\]$/)
    const values = given + JSON.stringify(props).replaceAll('\\n', ' ')
    // Inboxes show the beginning of the first paragraph, cut, after the subject.
    const page = html.replace(/<div[^>]*data-skip-in-text="true">.*?<\/div>/s, '')
    expectOnlyPseudo(page.replaceAll(/&(amp|lt|gt|quot|#\w+);/g, ' '), values)
    expectOnlyPseudo(text, values)
  }
})
