import { queryDatabase } from './support/database'
import { expect, newAddress, test } from './support/fixtures'
import { signIn } from './support/sign-in'

// Rows rather than changes: the first change that the feed gets removes the demo accounts, which other journeys read.
test('an administrator sees senders and refused changes, which update by themselves until that is stopped', async ({
  page,
  say,
}) => {
  const name = `core-${Date.now()}`
  await queryDatabase(`INSERT INTO feed_sender (name, newest_as_of) VALUES ($1, now())`, [name])
  await queryDatabase(
    `INSERT INTO refused_change (name, digest, msisdn, code, message, body, cut)
     VALUES ($1, '\\x01', 221781234567, 'no_balance', 'The first change of a number needs a balance', '{"value":4321}', false)`,
    [name],
  )
  await signIn({ page, say, email: newAddress() }, { role: 'administrator' })
  await page.goto('/administration/accounts')
  await expect(page.getByText(say('Changes per minute'))).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  const refused = page.getByRole('row').filter({ hasText: '221*******67' })
  await expect(refused).toContainText('no_balance')
  expect(await page.getByRole('main').textContent()).not.toContain('4321')
  await queryDatabase('DELETE FROM refused_change WHERE name = $1', [name])
  await expect(refused).toBeHidden()
  await page.getByRole('link', { name: say('Stop live updates'), exact: true }).click()
  await expect(page.getByRole('link', { name: say('Live'), exact: true })).toBeVisible()
  await queryDatabase('DELETE FROM feed_sender WHERE name = $1', [name])
})
