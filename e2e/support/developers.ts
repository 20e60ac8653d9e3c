import { expect, type Locator, type Page } from '@playwright/test'
import { generate } from 'otplib'
import { portal } from './addresses'
import { findLink, waitForMail } from './mailbox'
import type { Person } from './person'

/** From the sign-up page through the link in the mail to the list of applications. */
export async function signUp(person: Person): Promise<void> {
  await requestLink(person)
  // There may already be an invitation.
  const mail = await waitForMail(person.email, /activ|ative/i)
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

/** Sets the password behind an activation link; ends on the page a developer signs in to. */
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

/** The header's button for the account menu. Its name contains the person's address. */
export function accountMenu({ page, email }: Person): Locator {
  return page.getByRole('banner').getByRole('button', { name: email })
}

/** Signs out through the account menu; ends on the landing page. */
export async function signOut(person: Person): Promise<void> {
  await accountMenu(person).click()
  await person.page.getByRole('button', { name: person.say('Sign out'), exact: true }).click()
  await person.page.waitForURL('/')
}

/** The button of the dialog or page that asks for a confirmation. */
export function confirmation({ page, say }: Person): Locator {
  return page
    .locator('form', { has: page.getByLabel(say('Password'), { exact: true }) })
    .getByRole('button', {
      name: say('Continue'),
      exact: true,
    })
}

/** Confirms with the password: what asked for it is then done, in a dialog or back from its page. */
export async function confirm(person: Person): Promise<void> {
  const { page, say, password } = person
  await page.getByLabel(say('Password'), { exact: true }).fill(password)
  await confirmation(person).click()
  await expect(confirmation(person)).toHaveCount(0)
}

/** Continues with an act that cannot be undone, in its dialog or on its page. */
export function goOn(page: Page, name = 'Continue'): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click()
}

/** On the page that sets up a second factor. */
export async function turnFactorOn({ page, say }: Person): Promise<void> {
  const key = await page.getByLabel(say('Setup key'), { exact: true }).inputValue()
  const code = await generate({ secret: key.replaceAll(' ', '') })
  await page.getByLabel(say('Code'), { exact: true }).fill(code)
  await page.getByRole('button', { name: say('Turn on'), exact: true }).click()
  await expect(page.getByRole('heading', { name: say('Two-factor authentication is on') })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: say('I’ve saved them') })
    .click()
}

/** Invites a reviewer, who follows the link in `person`'s browser and sets up a second factor. */
export async function becomeReviewer(person: Person, administrator: Person): Promise<void> {
  const { page } = administrator
  await page.goto('/confirm?next=%2Fadministration%2Froles')
  await confirm(administrator)
  await page.getByText('Invite someone', { exact: true }).click()
  await page.getByLabel('E-mail address', { exact: true }).fill(person.email)
  await page.getByRole('button', { name: 'Send invitation', exact: true }).click()
  const mail = await waitForMail(person.email, /activat/i)
  await person.page.goto(findLink(mail, `${portal}/invitation/`))
  await person.page.getByLabel(person.say('Password'), { exact: true }).fill(person.password)
  await person.page.getByRole('button', { name: person.say('Activate account'), exact: true }).click()
  await person.page.waitForURL('/two-factor**')
  await turnFactorOn(person)
  await expect(person.page).toHaveURL(/\/review/)
}
