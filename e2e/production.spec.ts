import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { submitForValidation, uploadOne, waitForState } from './support/applications'
import { examine } from './support/examine'
import { expect, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { decide, expectDrawnPdf, giveVerdict, openSubmission, showDocument } from './support/reviews'
import { makeSubmitted } from './support/setting'
import type { SignedIn } from './support/sign-in'
import { readProductionBalance } from './support/whole-journeys'

const registration = 'Company registration'
const others = [
  'Identity of the legal representative',
  'Tax registration',
  'Signed terms',
  'Description of the service',
]

test('from documents through an approval to a Production balance in the terminal', async ({
  developer,
  reviewer,
}) => {
  const subjects = { submitted: /submitted/i, approved: /approved/i }
  await readProductionBalance(developer, reviewer, newName(), subjects)
  await waitForMail(developer.email, /revealed/i)
})

test('withdrawn, discussed, sent back for changes: only that document is sent again, then it is approved', {
  tag: '@slow',
}, async ({ developer, reviewer }) => {
  const { page } = developer
  const { name, path } = await submitOne(developer)
  await page.goto(`${path}/validation`)
  await expect(page.getByText('Position in queue')).toBeVisible()
  await expect(page.getByText('Decision due by')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(page.getByText('Submission withdrawn.')).toBeVisible()
  await submitForValidation(developer, path)

  await test.step('both write to each other, and a note stays internal', async () => {
    await openSubmission(reviewer, name)
    await reviewer.page.getByRole('button', { name: 'Claim', exact: true }).click()
    await expect(reviewer.page.getByText('Assigned to you.')).toBeVisible()
    await reviewer.page.getByLabel('Message to the developer', { exact: true }).fill('Which year is this?')
    await reviewer.page.getByRole('button', { name: 'Send message', exact: true }).click()
    expect((await waitForMail(developer.email, /message/i)).text).toContain('Which year is this?')
    await expect(reviewer.page.getByText('Sent.', { exact: true })).toBeVisible()
    await reviewer.page.getByLabel('Internal note', { exact: true }).fill('Looks like a copy.')
    await reviewer.page.getByRole('button', { name: 'Save note', exact: true }).click()
    await expect(reviewer.page.getByText('Looks like a copy.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Which year is this?')).toBeVisible()
    await expect(page.getByText('Looks like a copy.')).toHaveCount(0)
    const answer = `It is of this year (${name}).`
    await page.getByLabel('Message', { exact: true }).fill(answer)
    await page.getByRole('button', { name: 'Send message', exact: true }).click()
    await expect(page.getByText('Message sent.')).toBeVisible()
    await expect.poll(async () => (await waitForMail(reviewer.email, /message/i)).text).toContain(answer)
  })

  await test.step('the reviewer marks one document and asks for changes', async () => {
    await reviewer.page.reload()
    await expectDrawnPdf(reviewer, 'document-0.pdf')
    for (const document of others) await giveVerdict(reviewer, document)
    await giveVerdict(reviewer, registration, 'Its first page is missing.')
    await decide(reviewer, 'Request changes', 'One document is not whole.')
    const mail = await waitForMail(developer.email, /changes requested/i)
    expect(mail.text).toContain('One document is not whole.')
    expect(mail.text).toContain('Its first page is missing.')
  })

  await test.step('the developer reads the request and its reason, and sends that one document', async () => {
    await page.goto(`${path}/validation`)
    await expect(page.getByText('Needs replacing: Its first page is missing.')).toBeVisible()
    await expect(page.getByText('The review clock is paused until you resubmit.')).toBeVisible()
    await expect(page.getByText('Accepted', { exact: true })).toHaveCount(4)
    const latest = page.getByRole('listitem').filter({ hasText: 'Changes requested' }).last()
    await expect(latest).toContainText('Reviewer ·')
    await expect(page.getByText('One document is not whole.')).toHaveCount(1)
    await expect(latest).toContainText('Next: make the requested changes and submit again')
    await page.getByRole('button', { name: 'Submit for validation', exact: true }).click()
    await expect(page.getByLabel(registration, { exact: true })).toHaveAttribute('aria-invalid', 'true')
    // Changes are requested, and the form has an error.
    await examine(page)
    await uploadOne(developer, registration)
    await submitForValidation(developer, path)
  })

  await openSubmission(reviewer, name)
  await expect(reviewer.page.getByText('Earlier versions')).toHaveCount(1)
  await test.step('the reviewer compares the new version with the previous one, by keyboard where possible', async () => {
    const { page: desk } = reviewer
    const below = () => desk.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    expect(await below(), 'in a wide window the columns scroll, not the page').toBe(0)
    await showDocument(reviewer, registration)
    await desk.getByRole('button', { name: 'Compare with the previous version' }).click()
    await expect(desk.getByRole('img', { name: /^Preview of/ }).filter({ visible: true })).toHaveCount(2)
    await desk.getByRole('button', { name: 'Zoom in', exact: true }).filter({ visible: true }).click()
    await expect(desk.getByText('150%').filter({ visible: true })).toBeVisible()
    await desk.getByRole('button', { name: 'Rotate', exact: true }).filter({ visible: true }).click()
    await desk.keyboard.press('2')
    await expect(
      desk.getByLabel('What needs fixing', { exact: true }).filter({ visible: true }),
    ).toBeFocused()
    await desk.getByRole('button', { name: 'Rotate', exact: true }).filter({ visible: true }).focus()
    await desk.keyboard.press('1')
    const verdict = desk.getByRole('group', { name: registration, exact: true })
    await expect(verdict.getByRole('radio', { name: 'Accepted', exact: true })).toBeChecked()
    await expect(desk.getByText('1 of 5 checked', { exact: true })).toBeVisible()
    const approve = desk.getByRole('button', { name: 'Approve', exact: true })
    await expect(approve).toBeDisabled()
    await expect(approve).toHaveAccessibleDescription(/^To approve, give a verdict on: .+ \+2$/)
    await examine(desk)
  })
  await decide(reviewer, 'Approve')
  await expect(
    reviewer.page.getByRole('link', { name: /^(Next submission|Nothing else is waiting)./ }),
  ).toBeVisible()
  await waitForMail(developer.email, /approved/i)
  await waitForState(developer, path, 'Active')
  await reviewer.page.reload()
  await test.step('what is printed has a cover, and all of it, with page numbers and without controls', async () => {
    const pages = await readPrinted(reviewer.page)
    for (const text of [name, 'Validation dossier', 'Approved', reviewer.email])
      expect(pages[0]).toContain(text)
    const record = pages.slice(1).join('\n')
    for (const text of [
      registration,
      ...others,
      'Which year is this?',
      'One document is not whole.',
      'Active',
    ])
      expect(record).toContain(text)
    expect(record.match(/[0-9a-f]{64}/g)).toHaveLength(6)
    expect(record.match(/Accepted/g)).toHaveLength(5)
    expect(pages.map((text, index) => text.includes(`${index + 1} / ${pages.length}`))).not.toContain(false)
    expect(pages.join()).not.toMatch(/Send message|Download|Export|Next submission/)
  })
  const { pathname } = new URL(reviewer.page.url())
  const archive = await reviewer.page.request.get(`${pathname}/export`)
  expect(archive.headers()['content-type']).toBe('application/zip')
  const record = (await archive.body()).toString('utf8')
  for (const part of ['history.json', 'history.html', `"name": "${name}"`, 'One document is not whole.'])
    expect(record).toContain(part)
})

/** The text of each page that the browser would print. */
async function readPrinted(page: Page): Promise<string[]> {
  const printed = await getDocument({ data: new Uint8Array(await page.pdf()) }).promise
  const pages: string[] = []
  for (let number = 1; number <= printed.numPages; number++) {
    const { items } = await (await printed.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  return pages
}

async function submitOne(developer: SignedIn): Promise<{ name: string; path: string }> {
  const name = newName()
  return { name, path: await makeSubmitted(developer, name) }
}

function newName(): string {
  return `Payroll ${randomUUID().slice(0, 8)}`
}
