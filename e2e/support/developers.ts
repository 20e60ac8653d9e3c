import { expect, type Locator } from '@playwright/test'
import { portal } from './addresses'
import type { Person } from './fixtures'
import { findLink, waitForMail } from './mailbox'

/** From the sign-up page through the link in the mail to the list of applications. */
export async function signUp(person: Person): Promise<void> {
  await requestLink(person)
  const mail = await waitForMail(person.email, /./)
  await activate(person, findLink(mail, `${portal}/activate/`))
}

export async function requestLink({ page, say, email }: Person): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel(say('E-mail address'), { exact: true }).fill(email)
  await page
    .getByRole('main')
    .getByRole('button', { name: say('Create account'), exact: true })
    .click()
  await expect(page.getByRole('heading', { name: say('Check your e-mail') })).toBeVisible()
}

/** Sets the password behind an activation link; ends where a developer is signed in. */
export async function activate(person: Person, link: string): Promise<void> {
  const { page, say, password } = person
  await page.goto(link)
  await page.getByLabel(say('Password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: say('Activate account'), exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/activate/'))
  if (new URL(page.url()).pathname === '/sign-in') await signIn(person)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function signIn({ page, say, email, password }: Person): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel(say('E-mail address'), { exact: true }).fill(email)
  await page.getByLabel(say('Password'), { exact: true }).fill(password)
  await page
    .getByRole('main')
    .getByRole('button', { name: say('Sign in'), exact: true })
    .click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

/** The button of the page that asks to confirm that it is them. */
export function confirmation({ page, say }: Person): Locator {
  return page
    .locator('form', { has: page.getByLabel(say('Password'), { exact: true }) })
    .getByRole('button', {
      name: say('Continue'),
      exact: true,
    })
}

/** Proves with the password that it is them, and goes on where it was asked. */
export async function confirm(person: Person): Promise<void> {
  const { page, say, password } = person
  await page.getByLabel(say('Password'), { exact: true }).fill(password)
  await confirmation(person).click()
  await page.waitForURL((url) => url.pathname !== '/confirm')
}
