import { confirm } from './support/developers'
import { examine } from './support/examine'
import { expect, newAddress, newPassword, test } from './support/fixtures'
import { findLink, waitForMail } from './support/mailbox'
import { startSecondPortal } from './support/second-portal'
import { signIn } from './support/sign-in'

let portal: Awaited<ReturnType<typeof startSecondPortal>>

test.beforeAll(async () => {
  portal = await startSecondPortal({ SIGN_UP_APPROVAL: 'required' })
})

test.afterAll(() => portal?.stop())

test.use({ locale: 'fr-FR' })

test('a new developer waits until an administrator, without a script, approves them', {
  tag: '@slow',
}, async ({ page, openBrowser, say }) => {
  const office = await openBrowser({ javaScriptEnabled: false })
  const administrator = await signIn(
    { page: office, say, email: newAddress() },
    { role: 'administrator', locale: 'fr' },
  )
  const email = newAddress()

  await test.step('they activate their account, and read what they wait for', async () => {
    await page.goto(`${portal.address}/sign-up`)
    await expect(page.getByText(/Un administrateur devra/)).toBeVisible()
    await page.getByLabel(say('E-mail address'), { exact: true }).fill(email)
    await page
      .getByRole('main')
      .getByRole('button', { name: say('Create account'), exact: true })
      .click()
    await page.goto(findLink(await waitForMail(email, /activ/i), `${portal.address}/activate/`))
    await page.getByLabel(say('Password'), { exact: true }).fill(newPassword())
    await page.getByRole('button', { name: say('Activate account'), exact: true }).click()
    await expect(page.getByRole('heading', { name: say('Awaiting approval') })).toBeVisible()
    await examine(page)
    await page.goto(`${portal.address}/applications/new`)
    await expect(page).toHaveURL(`${portal.address}/approval?next=%2Fapplications%2Fnew`)
    await page.getByRole('link', { name: say('Manage your account') }).click()
    await expect(page.getByRole('heading', { name: say('Account'), exact: true })).toBeVisible()
  })

  await test.step('an administrator finds them by the e-mail, rejects them, and reconsiders', async () => {
    const mail = await waitForMail(administrator.email, /en attente d’approbation/)
    const address = findLink(mail, `${portal.address}/administration/developers/`)
    const scripted = await openBrowser()
    await signIn({ ...administrator, page: scripted })
    await scripted.goto(`${portal.address}/administration`)
    await scripted.getByRole('link', { name: /\d développeurs? en attente/ }).click()
    await scripted.waitForURL(/\/administration\/developers/)
    await expect(scripted.getByRole('link', { name: email })).toBeVisible()
    await office.goto(address)
    await office.getByRole('button', { name: say('Reject'), exact: true }).click()
    const reason = office.getByLabel(say('Reason for rejecting'), { exact: true })
    await expect(reason).toHaveAttribute('aria-invalid', 'true')
    await reason.fill('We don’t know your company.')
    await office.getByRole('button', { name: say('Reject'), exact: true }).click()
    await confirm(administrator)
    await expect(office.getByText(say('Rejected. The developer has been notified by e-mail.'))).toBeVisible()
    await waitForMail(email, /refus/)
    await page.goto(`${portal.address}/applications`)
    await expect(page.getByText('We don’t know your company.')).toBeVisible()
    await office.getByRole('button', { name: say('Approve'), exact: true }).click()
    await expect(office.getByText(say('Approved. The developer has been notified by e-mail.'))).toBeVisible()
  })

  await test.step('they go on', async () => {
    await waitForMail(email, /approuv/)
    await page.goto(`${portal.address}/approval?next=/applications/new`)
    await expect(page).toHaveURL(`${portal.address}/applications/new`)
  })
})
