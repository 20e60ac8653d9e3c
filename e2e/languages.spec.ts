import { randomUUID } from 'node:crypto'
import { toLocale } from '@/lib/languages'
import { expect, test } from './support/fixtures'
import { listForeign } from './support/foreign'
import { waitForMail } from './support/mailbox'
import { decide, giveVerdict, openSubmission } from './support/reviews'
import { makeSubmitted } from './support/setting'
import { readProductionBalance, readSandboxBalance } from './support/whole-journeys'

const subjects = {
  'fr-FR': { created: /créée/i, submitted: /soumise/i, approved: /approuvée/i },
  'pt-AO': { created: /criada/i, submitted: /enviada para validação/i, approved: /aprovada/i },
}

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
      for (const { subject, html, text } of mails) {
        expect(html, subject).toContain(`lang="${language}"`)
        expect(listForeign(`${subject}\n${text}`, language), subject).toEqual([])
      }
    })
  })

test.describe('fr-FR', () => {
  test.use({ locale: 'fr-FR' })

  test('le motif part d’un texte dans la langue du développeur', { tag: '@slow' }, async ({
    developer,
    reviewer,
  }) => {
    const name = `Caisse ${randomUUID().slice(0, 8)}`
    const path = await makeSubmitted(developer, name)
    // The reviewer reads English; the developer gets French.
    await openSubmission(reviewer, name)
    await giveVerdict(reviewer, 'Company registration', 'La date est illisible.')
    await reviewer.page.getByRole('button', { name: 'A document cannot be read', exact: true }).click()
    await decide(reviewer, 'Request changes')
    const mail = await waitForMail(developer.email, /modifications demandées/i)
    expect(mail.text).toContain('L’un des documents est illisible.')
    expect(mail.text).toContain('La date est illisible.')
    await developer.page.goto(`${path}/validation`)
    await expect(developer.page.getByText('À remplacer', { exact: true }).first()).toBeVisible()
  })
})
