import { portSettings } from './support/addresses'
import { confirm } from './support/developers'
import { examine } from './support/examine'
import { expect, newAddress, newPassword, test } from './support/fixtures'
import { findLink, waitForMail } from './support/mailbox'
import { startSecondPortal } from './support/second-portal'
import { openSession, signIn } from './support/sign-in'

test.describe.configure({ timeout: 180_000 })

let portal: Awaited<ReturnType<typeof startSecondPortal>>

test.beforeAll(async () => {
  const first = Number(portSettings.PORTAL_PORT) + 60 + 4 * test.info().workerIndex
  const ports = { PORTAL_PORT: String(first), METRICS_PORT: String(first + 1) }
  portal = await startSecondPortal({ ...ports, SIGN_UP_APPROVAL: 'required' })
})

test.afterAll(() => portal?.stop())

test('with approvals required, a new developer waits until an administrator, without a script, approves them', {
  tag: '@slow',
}, async ({ page, openBrowser, say }) => {
  const office = await openBrowser({ javaScriptEnabled: false })
  const administrator = await signIn({ page: office, say, email: newAddress() }, { role: 'administrator' })
  const email = newAddress()

  await test.step('they activate their account, and read what they wait for', async () => {
    await page.goto(`${portal.address}/sign-up`)
    await expect(page.getByText('An administrator then has to approve your account')).toBeVisible()
    await page.getByLabel('E-mail address', { exact: true }).fill(email)
    await page.getByRole('main').getByRole('button', { name: 'Create account', exact: true }).click()
    await page.goto(findLink(await waitForMail(email, /activate/i), `${portal.address}/activate/`))
    await page.getByLabel('Password', { exact: true }).fill(newPassword())
    await page.getByRole('button', { name: 'Activate account', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Awaiting approval' })).toBeVisible()
    await examine(page)
    await page.goto(`${portal.address}/applications/new`)
    await expect(page).toHaveURL(`${portal.address}/approval?next=%2Fapplications%2Fnew`)
    await page.getByRole('link', { name: 'Manage your account' }).click()
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible()
  })

  await test.step('an administrator finds them by the e-mail, rejects them, and reconsiders', async () => {
    const mail = await waitForMail(administrator.email, /awaiting approval/)
    const address = findLink(mail, `${portal.address}/administration/developers/`)
    const scripted = await openBrowser()
    await openSession(scripted, administrator.email)
    await scripted.goto(`${portal.address}/administration`)
    await expect(scripted.getByText(/developers? (is|are) awaiting approval/)).toBeVisible()
    await scripted.getByRole('link', { name: 'View those waiting' }).click()
    await expect(scripted.getByRole('link', { name: email })).toBeVisible()
    await office.goto(address)
    await office.getByRole('link', { name: 'Confirm it’s you' }).click()
    await confirm(administrator)
    await office.getByRole('button', { name: 'Reject', exact: true }).click()
    const reason = office.getByLabel('Reason for rejecting', { exact: true })
    await expect(reason).toHaveAttribute('aria-invalid', 'true')
    await reason.fill('We don’t know your company.')
    await office.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect(office.getByText('Rejected. The developer has been notified by e-mail.')).toBeVisible()
    await waitForMail(email, /rejected/)
    await page.goto(`${portal.address}/applications`)
    await expect(page.getByText('We don’t know your company.')).toBeVisible()
    await office.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(office.getByText('Approved. The developer has been notified by e-mail.')).toBeVisible()
  })

  await test.step('they go on', async () => {
    await waitForMail(email, /approved/)
    await page.goto(`${portal.address}/approval?next=/applications/new`)
    await expect(page).toHaveURL(`${portal.address}/applications/new`)
  })
})
