import { randomUUID } from 'node:crypto'
import { confirm } from './support/developers'
import { expect, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { makeApplication } from './support/setting'

test.use({ javaScriptEnabled: false })

const words = {
  'en-GB': {
    received: /new limit request/i,
    done: 'Approved.',
    approved: /limit request approved/i,
    allowed: 'can make 5,000 calls per minute',
    past: '5,000 calls per minute: approved',
  },
  'fr-FR': {
    received: /demande d’augmentation de limite/i,
    done: 'Demande approuvée.',
    approved: /demande de limite approuvée/i,
    allowed: /peut faire 5\s000 appels par minute/,
    past: /5\s000 appels par minute\s: demande approuvée/,
  },
}

for (const locale of ['en-GB', 'fr-FR'] as const)
  test.describe(`without JavaScript, in ${locale}`, () => {
    test.use({ locale })
    test(
      'an owner requests a higher limit, and a reviewer approves it',
      { tag: '@slow' },
      ({ developer, openReviewer, say }) => request({ developer, openReviewer, say }, locale),
    )
  })

type People = Pick<Parameters<Parameters<typeof test>[2]>[0], 'developer' | 'openReviewer' | 'say'>

async function request({ developer, openReviewer, say }: People, locale: keyof typeof words): Promise<void> {
  const name = `Payroll ${randomUUID().slice(0, 8)}`
  const { page, email } = developer
  const path = await makeApplication(developer, 'Sandbox', name)
  await page.goto(`${path}/traffic`)
  const calls = page.getByLabel(say('Calls per minute'), { exact: true })
  const reason = page.getByLabel(say('Reason'), { exact: true })
  const send = page.getByRole('button', { name: say('Send request'), exact: true })
  await send.click()
  await expect(calls).toHaveAttribute('aria-invalid', 'true')
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await reason.fill('Salaries on the 28th.')
  await calls.fill('60')
  await send.click()
  await expect(page.getByText(say('This isn’t higher than the current limit.')).last()).toBeVisible()
  await expect(reason).toHaveValue('Salaries on the 28th.')
  await calls.fill('5 000')
  await send.click()
  await expect(page.getByRole('status').filter({ hasText: say('Request sent.') })).toBeVisible()
  await expect(page.getByRole('button', { name: say('Withdraw request'), exact: true })).toBeVisible()
  await waitForMail(email, words[locale].received)

  const reviewer = await openReviewer({ javaScriptEnabled: false, locale })
  await reviewer.page.goto('/review')
  await reviewer.page.getByRole('link', { name, exact: true }).click()
  await reviewer.page.getByRole('button', { name: say('Reject'), exact: true }).click()
  await expect(reviewer.page.getByLabel(say('Reason'), { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await reviewer.page.getByRole('button', { name: say('Approve'), exact: true }).click()
  await confirm(reviewer)
  await expect(reviewer.page.getByRole('status').filter({ hasText: words[locale].done })).toBeVisible()

  await waitForMail(email, words[locale].approved)
  await page.goto(`${path}/traffic`)
  await expect(page.getByText(words[locale].allowed)).toBeVisible()
  await expect(page.getByText(words[locale].past)).toBeVisible()
}
