import { addReport } from '@/test/rehearsals'
import { queryDatabase } from './support/database'
import { goOn } from './support/developers'
import { examine } from './support/examine'
import { expect, test } from './support/fixtures'
import { idIn, makeApplication } from './support/setting'

test('the certificate of a passed rehearsal is printed, shared by a link, and the link revoked', async ({
  developer,
  openBrowser,
}) => {
  const { page, say } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Market stall')
  await addReport(queryDatabase, { submissionId: null, applicationId: idIn(path) })
  await page.goto(`${path}/rehearsal`)
  await page.getByRole('link', { name: say('View certificate') }).click()
  // The page before it has the same heading and button.
  await page.waitForURL(`${path}/certificate`)
  await expect(page.getByRole('heading', { name: say('Go-live rehearsal passed') })).toBeVisible()
  await page.getByRole('button', { name: say('Create link') }).click()
  const link = (await page.getByText(/\/certificate\/[\w-]{43}$/).textContent()) ?? ''
  const anyone = await openBrowser()
  await anyone.goto(link)
  await expect(anyone.getByRole('article')).toContainText('Till')
  await expect(anyone.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  expect(await anyone.content()).not.toContain(developer.email)
  // A list as narrow as its container's content would break after each letter.
  expect(
    (await anyone.getByRole('article').getByRole('listitem').first().boundingBox())?.width,
  ).toBeGreaterThan(200)
  await examine(anyone)
  await anyone.emulateMedia({ media: 'print' })
  await expect(anyone.getByRole('article')).toBeVisible()
  for (const control of ['banner', 'contentinfo', 'button'] as const)
    for (const each of await anyone.getByRole(control).all()) await expect(each).toBeHidden()
  await page.getByRole('button', { name: say('Revoke link') }).click()
  await goOn(page, say('Continue'))
  await expect(page.getByText(say('Link revoked.'))).toBeVisible()
  expect((await anyone.request.get(link)).status()).toBe(404)
})
