import { randomUUID } from 'node:crypto'
import { generate } from 'otplib'
import { createApplication as insertApplication, issueSecret, type Owner } from '@/test/factories'
import { expireConfirmation, queryDatabase } from './support/database'
import { confirm } from './support/developers'
import { expect, newAddress, test } from './support/fixtures'
import { connectToProduct } from './support/installation'
import type { Person } from './support/person'
import { idIn, makeApplication } from './support/setting'

test.describe.configure({ timeout: 180_000 })

/** An action that requires a confirmation, and what is typed before it: label to text. */
type Action = { path: string; press: string; typed?: Record<string, string>; chosen?: Record<string, string> }

test('a developer’s actions that need a confirmation, with nothing typed lost on the way', {
  tag: '@slow',
}, async ({ developer }) => {
  const { email } = developer
  const sandbox = await makeApplication(developer, 'Sandbox', 'To be deleted')
  const production = await insertProduction(email)
  await begin(developer)
  const actions: Action[] = [
    { path: production, press: 'Reveal' },
    { path: production, press: 'Rotate secret', chosen: { 'Current secret': '72' } },
    { path: production, press: 'Revoke now' },
    { path: `${sandbox}/delete`, press: 'Delete application' },
    {
      path: `${production}/delete`,
      press: 'Delete application',
      typed: { 'Type the application’s name to confirm': 'In Production' },
    },
    { path: `${production}/team`, press: 'Send invitation', typed: { 'E-mail address': newAddress() } },
    { path: '/account', press: 'Change address', typed: { 'New e-mail address': newAddress() } },
    {
      path: '/account/delete',
      press: 'Delete account',
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
  await requiresConfirmation(developer, { path: '/account', press: 'Turn off' })
  await requiresConfirmation(developer, { path: '/account', press: 'New recovery codes' })
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
  const typed = { Reason: 'Two lines,\nto be kept.' }
  const actions: Action[] = [
    {
      path: '/administration/roles',
      press: 'Send invitation',
      typed: { 'E-mail address': newAddress() },
      chosen: { Role: 'administrator' },
    },
    { path: page, press: 'Suspend', typed },
    { path: page, press: 'Change role' },
    { path: page, press: 'Reset two-factor authentication' },
    { path: `/administration/applications/${someId}`, press: 'Suspend', typed },
  ]
  for (const action of actions) await requiresConfirmation(developer, action)
  await developer.page.goto(page)
  await developer.page.getByLabel('Reason', { exact: true }).fill('It is over.')
  await developer.page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(developer.page.getByRole('button', { name: 'Reinstate', exact: true })).toBeVisible()
  await requiresConfirmation(developer, { path: page, press: 'Reinstate', typed })
  await appoint(developer, application, await addMember(application))
  await setRole(developer.email, 'developer')
})

/** Fills in the form while confirmed, submits it once that has expired: it asks, then returns to what was typed. */
async function requiresConfirmation(
  person: Person,
  { path, press, typed = {}, chosen = {} }: Action,
): Promise<void> {
  const { page, email } = person
  const field = (label: string) => page.getByRole('main').getByLabel(label, { exact: true })
  await page.goto(path)
  for (const [label, text] of Object.entries(typed)) await field(label).fill(text)
  for (const [label, value] of Object.entries(chosen)) await field(label).selectOption(value)
  await expireConfirmation(email)
  await page.getByRole('main').getByRole('button', { name: press, exact: true }).click()
  await page.waitForURL('/confirm**')
  await confirm(person)
  await page.waitForURL(({ pathname }) => pathname === path)
  for (const [label, text] of Object.entries(typed)) await expect(field(label), label).toHaveValue(text)
  for (const [label, value] of Object.entries(chosen)) await expect(field(label), label).toHaveValue(value)
}

/** With its only owner suspended, an application gets another from an administrator. */
async function appoint({ page }: Person, application: string, memberId: string): Promise<void> {
  await page.goto(application.replace('/applications', '/administration/applications'))
  const card = page
    .getByRole('main')
    .locator('form')
    .filter({ has: page.getByLabel('Member', { exact: true }) })
  await card.getByLabel('Member', { exact: true }).selectOption(memberId)
  await card.getByLabel('Reason', { exact: true }).fill('The owner is gone.')
  await card.getByRole('button', { name: 'Make owner', exact: true }).click()
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
