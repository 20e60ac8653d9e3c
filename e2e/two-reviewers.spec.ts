import { randomUUID } from 'node:crypto'
import { waitForState } from './support/applications'
import { confirm } from './support/developers'
import { expect, newAddress, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import type { Person } from './support/person'
import { acceptDocuments, decide, grantEveryAccount, openSubmission, pressDecision } from './support/reviews'
import { startSecondPortal } from './support/second-portal'
import { makeSubmitted } from './support/setting'
import { type SignedIn, signIn } from './support/sign-in'
import { wordsOf } from './support/words'

test('n and p open the submissions next to one in the queue', { tag: '@slow' }, async ({
  developer,
  reviewer,
}) => {
  const first = await submitOne(developer, 'First')
  await submitOne(developer, 'Second')
  await openSubmission(reviewer, first.name)
  const { page } = reviewer
  for (const [key, name] of [
    ['n', 'Next submission'],
    ['p', 'Previous submission'],
  ] as const) {
    const neighbour = await page.getByRole('link', { name, exact: true }).getAttribute('href')
    await expect(async () => {
      // A key that was only slow has to lead no further.
      if (!page.url().endsWith(String(neighbour))) await page.keyboard.press(key)
      await page.waitForURL(`**${neighbour}`, { timeout: 2000 })
    }).toPass()
  }
})

test('two reviewers: one of two decisions counts; where two must approve, the second is another person', {
  tag: '@slow',
}, async ({ developer, reviewer, openBrowser }) => {
  const page = await openBrowser({ locale: 'en-GB', javaScriptEnabled: true })
  const second = await signIn({ page, say: wordsOf('en'), email: newAddress() }, { role: 'reviewer' })
  const contested = await submitOne(developer, 'Contested')
  const shared = await submitOne(developer, 'Shared')

  await test.step('the queue by URL and keyboard', async () => {
    await page.goto(`/review?text=${shared.mark}`)
    await expect(page.getByRole('link', { name: shared.name })).toBeVisible()
    await expect(page.getByRole('link', { name: contested.name })).toHaveCount(0)
    // All of a row is its link, which covers the other cells.
    await page.getByRole('cell').last().click({ force: true })
    await page.waitForURL(/\/review\/[0-9a-f-]{36}/)
    await page.goto(`/review?text=${developer.email}`)
    await expect(page.locator('[data-queue-entry]')).toHaveCount(2)
    // A key that is pressed before the page's script has started is lost.
    await expect(async () => {
      await page.keyboard.press('j')
      await expect(page.getByRole('link', { name: contested.name })).toBeFocused({ timeout: 1000 })
    }).toPass()
    await page.keyboard.press('j')
    await expect(page.getByRole('link', { name: shared.name })).toBeFocused()
    await page.keyboard.press('k')
    await expect(page.getByRole('link', { name: contested.name })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/review\/[0-9a-f-]{36}/)
  })

  await test.step('the other reviewer sees a claim', async () => {
    await page.getByRole('button', { name: 'Claim', exact: true }).click()
    await expect(page.getByText('Assigned to you.')).toBeVisible()
    await openSubmission(reviewer, contested.name)
    await expect(reviewer.page.getByText(`Assigned to ${second.email} until`)).toBeVisible()
    await expect(reviewer.page.getByRole('button', { name: 'Claim', exact: true })).toHaveCount(0)
  })

  await test.step('a list of accounts that is too large is refused next to its field, and changes nothing', async () => {
    const numbers = page.getByLabel('Phone numbers (msisdn)', { exact: true })
    const file = page.getByLabel('Load from a file')
    const list = (content: string) => ({
      name: 'numbers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(content),
    })
    await numbers.fill('999000000001')
    await file.setInputFiles(list('1'.repeat(400_001)))
    await expect(file).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('The list is unchanged.')).toBeVisible()
    await expect(numbers).toHaveValue('999000000001')
    await file.setInputFiles(list('999000000002'))
    await expect(numbers).toHaveValue('999000000002')
    await expect(file).not.toHaveAttribute('aria-invalid')
  })

  await test.step('both decide at the same time', async () => {
    for (const { page } of [reviewer, second]) await page.getByLabel('Reason', { exact: true }).fill('No.')
    await confirmInAnotherTab(reviewer)
    await confirmInAnotherTab(second)
    await Promise.all([pressDecision(reviewer, 'Reject'), pressDecision(second, 'Request changes')])
    const late = ({ page }: Person) =>
      page.getByRole('main').getByRole('alert').filter({ hasText: 'wasn’t recorded' }).count()
    await expect.poll(async () => (await late(reviewer)) + (await late(second))).toBe(1)
  })

  const portal = await startSecondPortal({ VALIDATION_APPROVALS: '2', METRICS_ADDRESS: '127.0.0.2' })
  try {
    await test.step('its metrics are at METRICS_ADDRESS only', async () => {
      const statusAt = (host: string) =>
        fetch(`http://${host}:${portal.metricsPort}/metrics`).then(
          ({ status }) => status,
          () => 0,
        )
      expect(await statusAt('127.0.0.2')).toBe(200)
      expect(await statusAt('127.0.0.1')).toBe(0)
    })

    await test.step('the same person cannot approve twice, another can', async () => {
      for (const { page } of [reviewer, second]) {
        await page.goto(`${portal.address}/review?text=${shared.mark}`)
        await page.getByRole('link', { name: shared.name }).click()
        await page.waitForURL(/\/review\/[0-9a-f-]{36}/)
      }
      await acceptDocuments(second)
      await grantEveryAccount(second)
      await pressDecision(second, 'Approve')
      await expect(page.getByText('Approval recorded.')).toBeVisible()
      await acceptDocuments(second)
      await grantEveryAccount(second)
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText(
        'You’ve already approved this version.',
      )
      await decide(reviewer, 'Approve')
    })
  } finally {
    // Leaves its pages first: they make more requests after they are shown.
    for (const each of [reviewer.page, page]) await each.goto('/account')
    await portal.stop()
  }
  await waitForMail(developer.email, /approved/i)
  await waitForState(developer, shared.path, 'Active')
})

/** Otherwise the detour over the confirmation would keep the two from deciding at the same moment. */
async function confirmInAnotherTab(reviewer: Person): Promise<void> {
  const page = await reviewer.page.context().newPage()
  await page.goto('/confirm?next=%2Freview')
  await confirm({ ...reviewer, page })
  await page.close()
}

async function submitOne(developer: SignedIn, what: string) {
  const mark = randomUUID().slice(0, 8)
  const name = `${what} ${mark}`
  return { name, mark, path: await makeSubmitted(developer, name) }
}
