import { randomUUID } from 'node:crypto'
import { generate } from 'otplib'
import { createApplication as insertApplication, issueSecret, type Owner } from '@/test/factories'
import { expireConfirmation, queryDatabase } from './support/database'
import { confirm, confirmation } from './support/developers'
import { expect, newAddress, test } from './support/fixtures'
import { connectToProduct } from './support/installation'
import type { Person } from './support/person'
import { idIn, makeApplication } from './support/setting'

test.describe.configure({ timeout: 180_000 })

/** An action that requires a confirmation, what that calls it, and what is typed before it: label to text. */
type Action = {
  path: string
  press: string
  act: string
  typed?: Record<string, string>
  chosen?: Record<string, string>
}

for (const locale of ['en-GB', 'fr-FR'])
  for (const javaScriptEnabled of [true, false])
    test.describe(`in ${locale}, ${javaScriptEnabled ? 'in a dialog' : 'without JavaScript'}`, () => {
      test.use({ locale, javaScriptEnabled })

      test('revealing a Production secret asks for the password, which then reveals it', {
        tag: '@slow',
      }, async ({ developer }) => {
        const { page, say, email } = developer
        const path = await insertProduction(email)
        await queryDatabase(
          `UPDATE session s SET confirmed_at = NULL FROM developer d WHERE d.id = s.developer_id AND d.email = $1`,
          [email],
        )
        await page.goto(path)
        await page.getByRole('button', { name: say('Reveal'), exact: true }).click()
        const act = say('Reveal the Production secret of {name}').replace('{name}', 'In Production')
        await expect(page.getByRole('heading', { name: act, exact: true })).toBeVisible()
        expect(new URL(page.url()).pathname).toBe(javaScriptEnabled ? path : '/confirm')
        await page.getByLabel(say('Password'), { exact: true }).fill('not my password')
        await confirmation(developer).click()
        await expect(page.getByLabel(say('Password'), { exact: true })).toHaveAttribute(
          'aria-invalid',
          'true',
        )
        await confirm(developer)
        await expect(page).toHaveURL(path)
        const secret = page.getByLabel(say('Client secret'), { exact: true })
        await expect(secret).toHaveValue(/^guichet_production_secret_[0-9A-Za-z]{43}$/)
        const isWhole = (box: Element) =>
          box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight
        expect(await secret.evaluate(isWhole)).toBe(true)
      })
    })

test('a developer’s actions that need a confirmation, with nothing typed lost on the way', {
  tag: '@slow',
}, async ({ developer }) => {
  const { email } = developer
  const other = newAddress()
  const sandbox = await makeApplication(developer, 'Sandbox', 'To be deleted')
  const production = await insertProduction(email)
  await begin(developer)
  const actions: Action[] = [
    { path: production, press: 'Reveal', act: 'Reveal the Production secret of In Production' },
    {
      path: production,
      press: 'Rotate secret',
      act: 'Rotate the Production secret of In Production',
      chosen: { 'Current secret': '72' },
    },
    { path: production, press: 'Revoke now', act: 'Revoke the previous Production secret of In Production' },
    { path: `${sandbox}/delete`, press: 'Delete application', act: 'Delete To be deleted' },
    {
      path: `${production}/delete`,
      press: 'Delete application',
      act: 'Delete In Production',
      typed: { 'Type the application’s name to confirm': 'In Production' },
    },
    {
      path: `${production}/team`,
      press: 'Send invitation',
      act: `Invite ${other} to In Production`,
      typed: { 'E-mail address': other },
    },
    {
      path: '/account',
      press: 'Change address',
      act: `Change your e-mail address to ${other}`,
      typed: { 'New e-mail address': other },
    },
    {
      path: '/account/delete',
      press: 'Delete account',
      act: `Delete the account ${email}`,
      typed: { 'Type your e-mail address to confirm': email },
    },
  ]
  for (const action of actions) await requiresConfirmation(developer, action)
})

test('actions of someone with a second factor that need a confirmation', { tag: '@slow' }, async ({
  developer,
}) => {
  await turnFactorOn(developer)
  await begin(developer)
  await requiresConfirmation(developer, {
    path: '/account',
    press: 'Turn off',
    act: 'Remove your authenticator',
  })
  await requiresConfirmation(developer, {
    path: '/account',
    press: 'New recovery codes',
    act: 'Replace your recovery codes',
  })
})

test('an administrator’s actions that need a confirmation, with nothing typed lost on the way', {
  tag: '@slow',
}, async ({ developer, stranger: other }) => {
  await turnFactorOn(other)
  const application = await insertProduction(other.email)
  const id = await setRole(other.email, 'reviewer')
  const someId = idIn(application)
  await setRole(developer.email, 'administrator')
  await turnFactorOn(developer)
  await begin(developer)
  const page = `/administration/developers/${id}`
  const colleague = newAddress()
  const typed = { Reason: 'Two lines,\nto be kept.' }
  const actions: Action[] = [
    {
      path: '/administration/roles',
      press: 'Send invitation',
      act: `Invite ${colleague} as administrator`,
      typed: { 'E-mail address': colleague },
      chosen: { Role: 'administrator' },
    },
    { path: page, press: 'Suspend', act: `Suspend ${other.email}`, typed },
    { path: page, press: 'Change role', act: `Change the role of ${other.email}` },
    {
      path: page,
      press: 'Reset two-factor authentication',
      act: `Reset the two-factor authentication of ${other.email}`,
    },
    {
      path: `/administration/applications/${someId}`,
      press: 'Suspend',
      act: 'Suspend In Production',
      typed,
    },
  ]
  for (const action of actions) await requiresConfirmation(developer, action)
  await developer.page.goto(page)
  await developer.page.getByLabel('Reason', { exact: true }).fill('It is over.')
  await developer.page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await confirm(developer)
  await expect(developer.page.getByRole('button', { name: 'Reinstate', exact: true })).toBeVisible()
  await requiresConfirmation(developer, {
    path: page,
    press: 'Reinstate',
    act: `Reinstate ${other.email}`,
    typed,
  })
  await appoint(developer, application, await addMember(application))
  await setRole(developer.email, 'developer')
})

/**
 * Fills in the form, and submits it once the confirmation has expired: a dialog names the act, and can be cancelled.
 */
async function requiresConfirmation(
  person: Person,
  { path, press, act, typed = {}, chosen = {} }: Action,
): Promise<void> {
  const { page, email } = person
  const field = (label: string) => page.getByRole('main').getByLabel(label, { exact: true })
  await page.goto(path)
  for (const [label, text] of Object.entries(typed)) await field(label).fill(text)
  for (const [label, value] of Object.entries(chosen)) await field(label).selectOption(value)
  await expireConfirmation(email)
  await page.getByRole('main').getByRole('button', { name: press, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: act, exact: true })
  await expect(dialog.getByRole('heading', { name: act })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  for (const [label, text] of Object.entries(typed)) await expect(field(label), label).toHaveValue(text)
  for (const [label, value] of Object.entries(chosen)) await expect(field(label), label).toHaveValue(value)
}

/** With its only owner suspended, an application gets another from an administrator. */
async function appoint(person: Person, application: string, memberId: string): Promise<void> {
  const { page } = person
  await page.goto(application.replace('/applications', '/administration/applications'))
  const card = page
    .getByRole('main')
    .locator('form')
    .filter({ has: page.getByLabel('Member', { exact: true }) })
  await card.getByLabel('Member', { exact: true }).selectOption(memberId)
  await card.getByLabel('Reason', { exact: true }).fill('The owner is gone.')
  await card.getByRole('button', { name: 'Make owner', exact: true }).click()
  await confirm(person)
  await expect(page.getByText('Owner appointed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make owner', exact: true })).toHaveCount(0)
}

/** @returns the resulting team */
async function addMember(application: string): Promise<string> {
  const id = randomUUID()
  await queryDatabase(
    `INSERT INTO developer (id, email, password_hash, activated_at) VALUES ($1, $2, 'none', now())`,
    [id, newAddress()],
  )
  await queryDatabase(
    `INSERT INTO application_member (application_id, developer_id, role) VALUES ($1, $2, 'member')`,
    [idIn(application), id],
  )
  return id
}

async function begin(person: Person): Promise<void> {
  await person.page.goto('/confirm?next=/account')
  await confirm(person)
}

async function turnFactorOn({ page, say }: Person): Promise<void> {
  await page.goto('/two-factor')
  const key = await page.getByLabel(say('Setup key'), { exact: true }).inputValue()
  await page.getByLabel(say('Code'), { exact: true }).fill(await generate({ secret: key }))
  await page.getByRole('button', { name: say('Turn on'), exact: true }).click()
  await expect(page.getByRole('heading', { name: say('Two-factor authentication is on') })).toBeVisible()
}

/** @returns the id */
async function setRole(email: string, role: string): Promise<string | undefined> {
  const statement = 'UPDATE developer SET role = $2::role WHERE email = $1 RETURNING id'
  return (await queryDatabase(statement, [email, role]))[0]?.id
}

/** An active Production application with a retiring secret next to the current one. */
async function insertProduction(email: string): Promise<string> {
  connectToProduct()
  const query = async (text: string, values?: unknown[]) => ({ rows: await queryDatabase(text, values) })
  const owner = { query } as unknown as Owner
  const [developer] = await queryDatabase('SELECT id FROM developer WHERE email = $1', [email])
  const { id } = await insertApplication(owner, {
    environment: 'production',
    developerId: developer?.id,
    name: 'In Production',
  })
  const retiring = await issueSecret(owner, id, 'production')
  await queryDatabase(`UPDATE client_secret SET retires_at = now() + interval '1 day' WHERE id = $1`, [
    retiring.id,
  ])
  await issueSecret(owner, id, 'production')
  return `/applications/${id}`
}
