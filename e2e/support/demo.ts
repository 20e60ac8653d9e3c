import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { generate } from 'otplib'
import { demoData } from '@/scripts/check/folders'
import type { SignIns } from '@/scripts/launch/demo/seed'
import { type Name, people } from '@/scripts/launch/demo/world'

/** Signs someone of the demo in through the pages, in a separate browser. */
export async function signInToDemo(browser: Browser, name: Name): Promise<Page> {
  const { password, people: found } = readSignIns()
  const { email } = people[name]
  const page = await browser.newPage()
  await page.goto('/sign-in')
  await page.getByLabel('E-mail address', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  const secret = found.find((each) => each.email === email)?.factor?.setupKey
  if (secret) {
    await page.getByLabel('Code', { exact: true }).fill(await generate({ secret }))
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
  }
  await page.waitForURL((url) => !/^\/(sign-in|two-factor)/.test(url.pathname))
  return page
}

function readSignIns(): SignIns {
  return JSON.parse(readFileSync(join(demoData, 'sign-ins.json'), 'utf8'))
}
