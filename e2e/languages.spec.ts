import { randomUUID } from 'node:crypto'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { type Locale, locales, toLocale } from '@/lib/languages'
import { fillIn } from '@/test/access/routes'
import { expect, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { makePlaces } from './support/routes'
import { listRoutes } from './support/walk'
import { readProductionBalance, readSandboxBalance } from './support/whole-journeys'
import { readTexts } from './support/words'

const subjects = {
  'fr-FR': { created: /créée/i, submitted: /soumise/i, approved: /approuvée/i },
  'pt-AO': { created: /criada/i, submitted: /enviada para validação/i, approved: /aprovada/i },
}

const visitors = ['stranger', 'developer', 'reviewer'] as const
/** The outbox lists e-mails with the subjects that they were sent with. */
const left = ['/administration/outbox']

for (const [locale, { created, submitted, approved }] of Object.entries(subjects))
  test.describe(locale, () => {
    test.use({ locale })
    const language = toLocale(locale)

    test('from signing up to a balance of each environment, with a reviewer of the same language', {
      tag: '@slow',
    }, async ({ newcomer, openReviewer }) => {
      await expect(newcomer.page.locator('html')).toHaveAttribute('lang', language)
      await readSandboxBalance(newcomer)
      const mails = [await waitForMail(newcomer.email, created)]
      const reviewer = await openReviewer({ locale })
      const name = `Caixa ${randomUUID().slice(0, 8)}`
      await readProductionBalance(newcomer, reviewer, name, { submitted, approved })
      mails.push(await waitForMail(newcomer.email, submitted), await waitForMail(newcomer.email, approved))
      const foreign = sentencesOfOthers(language)
      for (const { subject, html, text } of mails) {
        expect(html, subject).toContain(`lang="${language}"`)
        const read = `${subject}\n${text}`
        expect(foreign.filter((sentence) => read.includes(sentence))).toEqual([])
      }
    })

    test('every page says in its language what is ours to say', { tag: '@slow' }, async ({
      developer,
      openReviewer,
      playwright,
      baseURL,
    }) => {
      const places = await makePlaces(developer, 'Kora')
      const { page } = developer
      const stranger = await playwright.request.newContext({ baseURL })
      const reviewer = (await openReviewer({ locale })).page.request
      const readers = { stranger, developer: page.request, reviewer }
      const foreign = sentencesOfOthers(language)
      const wrong: string[] = []
      for (const visitor of visitors)
        for (const path of listRoutes(visitor).filter((each) => !left.includes(each))) {
          const response = await readers[visitor].get(fillIn(path, places), {
            headers: { 'accept-language': locale },
          })
          const html = await response.text()
          if (!new RegExp(`<html[^>]* lang="${language}"`).test(html)) wrong.push(`${path}: another language`)
          const shown = await page.evaluate(listShown, html)
          const found = foreign.filter((sentence) => shown.includes(sentence))
          wrong.push(...found.map((sentence) => `${path}: ${sentence}`))
        }
      await stranger.dispose()
      expect(wrong).toEqual([])
    })
  })

/** What a page shows or names, outside of code and of what is marked as in another language. */
function listShown(html: string): string {
  const { body, title, documentElement } = new DOMParser().parseFromString(html, 'text/html')
  const { lang } = documentElement
  for (const element of body.querySelectorAll('script, style, code, pre, textarea')) element.remove()
  for (const element of body.querySelectorAll('[lang]'))
    if (element.getAttribute('lang') !== lang) element.remove()
  const names = ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
    [...body.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)),
  )
  return [title, body.textContent, ...names].join('\n').replace(/\s+/g, ' ')
}

/** The messages of other languages that have three words or more, so that none is by chance what someone typed. */
function sentencesOfOthers(language: Locale): string[] {
  const own = listPieces(language).join('\n')
  const others = locales.filter((locale) => locale !== language).flatMap(listPieces)
  return [...new Set(others)].filter((piece) => piece.split(' ').length > 2 && !own.includes(piece))
}

/** The parts of a language's messages between their arguments and tags. */
function listPieces(language: Locale): string[] {
  return readTexts(language).flatMap((text) => literalsOf(parse(text)))
}

function literalsOf(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element): string[] => {
    if (element.type === TYPE.literal) return [element.value.replace(/\s+/g, ' ').trim()]
    if (element.type === TYPE.tag) return literalsOf(element.children)
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return []
    return Object.values(element.options).flatMap(({ value }) => literalsOf(value))
  })
}
