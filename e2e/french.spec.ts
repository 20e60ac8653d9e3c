import { randomUUID } from 'node:crypto'
import { expect, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { readProductionBalance, readSandboxBalance } from './support/whole-journeys'

test.use({ locale: 'fr-FR' })

test('en français : de l’inscription à un solde du Sandbox dans le terminal', async ({ developer }) => {
  await expect(developer.page.locator('html')).toHaveAttribute('lang', 'fr')
  await readSandboxBalance(developer)
  await waitForMail(developer.email, /créée/i)
})

test('en français : d’une demande validée à un solde de Production', async ({ developer, reviewer }) => {
  const subjects = { submitted: /soumise/i, approved: /approuvée/i }
  await readProductionBalance(developer, reviewer, `Paie ${randomUUID().slice(0, 8)}`, subjects)
})
