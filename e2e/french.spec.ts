import { randomUUID } from 'node:crypto'
import { expect, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { decide, giveVerdict, openSubmission } from './support/reviews'
import { makeSubmitted } from './support/setting'
import { readProductionBalance, readSandboxBalance } from './support/whole-journeys'

test.use({ locale: 'fr-FR' })

test('en français : de l’inscription à un solde du Sandbox dans le terminal', { tag: '@slow' }, async ({
  newcomer,
}) => {
  await expect(newcomer.page.locator('html')).toHaveAttribute('lang', 'fr')
  await readSandboxBalance(newcomer)
  await waitForMail(newcomer.email, /créée/i)
})

test('en français, des deux côtés : d’une demande validée à un solde de Production', {
  tag: '@slow',
}, async ({ developer, openReviewer }) => {
  const reviewer = await openReviewer({ locale: 'fr-FR' })
  const subjects = { submitted: /soumise/i, approved: /approuvée/i }
  await readProductionBalance(developer, reviewer, `Paie ${randomUUID().slice(0, 8)}`, subjects)
})

test('en français : le motif part d’un texte dans la langue du développeur', { tag: '@slow' }, async ({
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
