import { randomUUID } from 'node:crypto'
import {
  createApplication,
  documentFields,
  submitForValidation,
  uploadAll,
  waitForState,
} from './support/applications'
import { expect, type Person, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { decide, expectDrawnPdf, openSubmission } from './support/reviews'
import { readProductionBalance } from './support/whole-journeys'

test('from sign-up over an approval to a Production balance in the terminal', async ({
  developer,
  reviewer,
}) => {
  await readProductionBalance(developer, reviewer, newName(), {
    submitted: /submitted/i,
    approved: /approved/i,
  })
  await waitForMail(developer.email, /revealed/i)
})

test('a reviewer asks for changes; the developer replaces a document and submits again', async ({
  developer,
  reviewer,
}) => {
  const { name, path } = await submitOne(developer)
  await openSubmission(reviewer, name)
  await expectDrawnPdf(reviewer, 'document-0.pdf')
  await decide(reviewer, 'Request changes', 'The first page of the registration is missing.')
  const mail = await waitForMail(developer.email, /changes requested/i)
  expect(mail.text).toContain('The first page of the registration is missing.')
  await waitForState(developer, path, 'Changes requested')
  await developer.page.goto(`${path}/validation`)
  await expect(
    developer.page.getByText('The first page of the registration is missing.').first(),
  ).toBeVisible()
  await uploadAll(developer, path)
  await submitForValidation(developer, path)
  await openSubmission(reviewer, name)
  await expect(reviewer.page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
})

test('a reviewer rejects; the developer reads why and submits anew', async ({ developer, reviewer }) => {
  const { name, path } = await submitOne(developer)
  await openSubmission(reviewer, name)
  await decide(reviewer, 'Reject', 'This service may not read balances.')
  expect((await waitForMail(developer.email, /rejected/i)).text).toContain(
    'This service may not read balances.',
  )
  await waitForState(developer, path, 'Rejected')
  await developer.page.goto(`${path}/validation`)
  await expect(developer.page.getByText('This service may not read balances.').first()).toBeVisible()
  await developer.page.getByRole('button', { name: 'Start a new submission', exact: true }).click()
  await expect(documentFields(developer.page).first()).toBeVisible()
  await uploadAll(developer, path)
  await submitForValidation(developer, path)
})

test('a decision without a reason is sent back beside its field', async ({ developer, reviewer }) => {
  const { name } = await submitOne(developer)
  await openSubmission(reviewer, name)
  const { page } = reviewer
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByLabel('Reason', { exact: true }).first()).toHaveAttribute('aria-invalid', 'true')
})

async function submitOne(developer: Person): Promise<{ name: string; path: string }> {
  const name = newName()
  const path = await createApplication(developer, 'Production', name)
  await uploadAll(developer, path)
  await submitForValidation(developer, path)
  return { name, path }
}

function newName(): string {
  return `Payroll ${randomUUID().slice(0, 8)}`
}
