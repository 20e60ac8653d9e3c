import { Webhook } from 'standardwebhooks'
import { startReceiver } from '@/test/webhooks'
import { goOn } from './support/developers'
import { expect, newAddress, test } from './support/fixtures'
import { signIn } from './support/sign-in'

// One after the other: all administrators share the page.
test.describe.configure({ mode: 'default' })

for (const [locale, javaScriptEnabled] of [
  ['en-GB', true],
  ['fr-FR', false],
] as const)
  test.describe(`${locale}, ${javaScriptEnabled ? 'in a browser' : 'without JavaScript'}`, () => {
    test.use({ locale, javaScriptEnabled })

    test('webhooks of the administration: added, tested, disabled by status 410, enabled and removed', {
      tag: '@slow',
    }, async ({ page, say }) => {
      let gone = false
      const receiver = await startReceiver((_, response) => response.writeHead(gone ? 410 : 204).end())
      await signIn({ page, say, email: newAddress() }, { role: 'administrator', confirmed: true })
      const path = '/administration/webhooks'
      const endpoint = page.locator('section', { has: page.getByRole('heading', { name: receiver.url }) })
      const button = (name: string) => endpoint.getByRole('button', { name: say(name), exact: true })
      const secret = page.getByLabel(say('Signing secret'), { exact: true })
      const sent = page
        .getByRole('status')
        .filter({ hasText: say('Test event sent. Reload this page to see the response.') })
      const tests = () => receiver.received.filter(({ body }) => body.includes('"webhook.test"'))

      await page.goto(path)
      const form = page.locator('form', { has: page.getByLabel(say('Endpoint URL'), { exact: true }) })
      await form.getByLabel(say('Endpoint URL'), { exact: true }).fill(receiver.url)
      for (const event of ['audit.recorded', 'sign_in.refused'])
        await expect(form.getByLabel(event, { exact: true })).toBeChecked()
      await form.getByRole('button', { name: say('Add endpoint'), exact: true }).click()
      const shown = await secret.inputValue()
      expect(shown).toMatch(/^whsec_/)
      await page.goto(path)
      await expect(page.getByText(shown)).toHaveCount(0)

      if (javaScriptEnabled) {
        // Next drops what a form returns that was sent while another leads to a page.
        let release = () => {}
        const held = new Promise<void>((resolve) => {
          release = resolve
        })
        let posts = 0
        await page.route(`**${path}*`, async (route) => {
          if (route.request().method() === 'POST') {
            posts++
            await held
          }
          await route.continue()
        })
        await button('Send test event').click()
        await expect(button('Send test event')).toBeDisabled()
        await button('Rotate secret').click()
        release()
        await expect(button('Send test event')).toBeEnabled()
        expect(posts).toBe(1)
        await page.unroute(`**${path}*`)
      } else await button('Send test event').click()
      await expect(sent).toBeVisible()
      await expect.poll(() => tests().length).toBe(1)
      const [{ body = '', headers = {} } = {}] = tests()
      expect(new Webhook(shown).verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'webhook.test',
      })

      await button('Rotate secret').click()
      await expect(secret).toHaveValue(/^whsec_/)
      expect(await secret.inputValue()).not.toBe(shown)
      await page.goto(path)

      await endpoint.getByText(say('Change events'), { exact: true }).click()
      await endpoint.getByLabel('sign_in.refused', { exact: true }).uncheck()
      await button('Save events').click()
      await expect(page.getByRole('status').filter({ hasText: say('Events changed.') })).toBeVisible()
      await expect(endpoint.getByRole('listitem').filter({ hasText: 'sign_in.refused' })).toHaveCount(0)

      gone = true
      // Its answer is not looked at: an entry of another journey may already have disabled the endpoint.
      const posted = page.waitForResponse((response) => response.request().method() === 'POST')
      await button('Send test event').click()
      await posted
      await expect(async () => {
        await page.goto(path)
        await expect(endpoint.getByText(say('Disabled'), { exact: true })).toBeVisible({ timeout: 1000 })
      }).toPass()
      gone = false
      await button('Enable endpoint').click()
      await expect(page.getByRole('status').filter({ hasText: say('Endpoint enabled.') })).toBeVisible()
      await button('Remove endpoint').click()
      await goOn(page, say('Continue'))
      await expect(page.getByRole('status').filter({ hasText: say('Endpoint removed.') })).toBeVisible()
      await expect(endpoint).toHaveCount(0)
      receiver.close()
    })
  })
