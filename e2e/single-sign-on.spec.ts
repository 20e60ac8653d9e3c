import { findFreePorts } from '@/scripts/check/ports'
import { providerClient, TestProvider } from '@/test/identity-provider'
import { queryDatabase } from './support/database'
import { accountMenu, confirm } from './support/developers'
import { expect, newAddress, test } from './support/fixtures'
import type { Person } from './support/person'
import { startSecondPortal } from './support/second-portal'

// A provider of the test's own, and a portal that knows it, next to the journeys' product.
const provider = new TestProvider()
let portal: Awaited<ReturnType<typeof startSecondPortal>>

test.beforeAll(async () => {
  const port = await findFreePorts(2)
  await provider.start(`http://localhost:${port}`)
  const settings = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: providerClient.id,
    OIDC_CLIENT_SECRET: providerClient.secret,
    OIDC_NAME: 'Example ID',
    OIDC_REVIEWER_VALUES: 'checkers',
  }
  portal = await startSecondPortal(settings, port)
})

test.afterAll(async () => {
  await portal?.stop()
  await provider.stop()
})

test('a reviewer signs in, confirms and signs out with the provider', { tag: '@slow' }, async ({
  page,
  say,
}) => {
  const email = newAddress()
  provider.person = { sub: email, email, email_verified: true, groups: ['checkers'] }
  await page.goto(`${portal.address}/review`)
  await page.getByRole('link', { name: 'Continue with Example ID' }).click()
  await page.waitForURL(`${portal.address}/review`)
  await expect(accountMenu({ page, say, email, password: '' })).toBeVisible()

  await page.goto(`${portal.address}/confirm?next=%2Faccount%2Fsecurity`)
  await expect(page.getByLabel('Password')).toBeHidden()
  await page.getByRole('link', { name: 'Confirm with Example ID' }).click()
  await page.waitForURL(`${portal.address}/account/security`)
  await expect(page.getByText('Linked to Example ID')).toBeVisible()
  await expect(page.getByText('so you can’t set or change a password here')).toBeVisible()

  await leave({ page, say, email, password: '' })
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.waitForURL(`${portal.address}/`)
  await page.goto(`${portal.address}/review`)
  await expect(page).toHaveURL(/\/sign-in\?next=%2Freview$/)
})

test.describe('in French and without JavaScript', () => {
  test.use({ locale: 'fr-FR', javaScriptEnabled: false })

  test('a developer links an identity, and signs out of both', { tag: '@slow' }, async ({ developer }) => {
    const { page, email } = developer
    provider.person = { sub: `other-${email}`, email, email_verified: true, groups: ['checkers'] }
    await page.goto(`${portal.address}/account/security`)
    await page.getByRole('button', { name: 'Associer Example ID' }).click()
    await page.waitForURL(/\/confirm/)
    await confirm(developer)
    await page.getByRole('button', { name: 'Associer Example ID' }).click()
    await page.waitForURL(/\/account/)
    await expect(page.getByText('Example ID est associé.')).toBeVisible()
    await page.context().clearCookies()
    await page.goto(`${portal.address}/sign-in`)
    await page.getByRole('link', { name: 'Continuer avec Example ID' }).click()
    await page.waitForURL(`${portal.address}/review`)
    await leave(developer)
    await page.getByRole('button', { name: 'Yes' }).click()
    await page.waitForURL(`${portal.address}/`)
    const [row] = await queryDatabase('SELECT role FROM developer WHERE email = $1', [email])
    expect(row).toMatchObject({ role: 'reviewer' })
  })
})

/** Signs out through the account menu, wherever that leads. */
async function leave(person: Person): Promise<void> {
  await accountMenu(person).click()
  await person.page.getByRole('button', { name: person.say('Sign out'), exact: true }).click()
}
