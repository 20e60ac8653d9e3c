import { portal } from './support/addresses'
import { queryDatabase } from './support/database'
import { confirm, goOn } from './support/developers'
import { examine } from './support/examine'
import { expect, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { idIn, makeApplication } from './support/setting'

test('a pasted response leads to its request, with the cause and a working call, which is sent again', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Explained')
  await page.goto(`${path}/try`)
  await page.getByLabel('msisdn', { exact: true }).fill('999000000000')
  await page.getByRole('button', { name: 'Query balance', exact: true }).click()
  await expect(page.getByText('account_not_found').first()).toBeVisible()
  const id = await page
    .getByText(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    .last()
    .textContent()
  await page.goto(`${path}/requests`)
  await page.getByRole('link', { name: 'Find a request', exact: true }).click()
  await expect(async () => {
    await page.getByRole('main').getByRole('textbox').fill(`{"instance":"urn:uuid:${id}"}`)
    await page.getByRole('main').getByRole('button').first().click()
    await page.getByRole('link', { name: new RegExp(`${id}`) }).click({ timeout: 4000 })
  }).toPass()
  await expect(page.getByText('999*******00').first()).toBeVisible()
  await page.getByRole('radio', { name: 'Python', exact: true }).check()
  await expect(page.getByText('urllib.request.urlopen').first()).toBeVisible()
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '404 Not Found' })).toBeVisible()
})

test('charts are read by keyboard, share a cross-hair, and lead to the requests', async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Called often')
  await queryDatabase(
    `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded, refused, latency_le_10)
     VALUES ($1, date_trunc('minute', now()) - interval '5 minutes', 'account', 12, 3, 15)`,
    [idIn(path)],
  )
  await page.goto(`${path}/usage`)
  const chart = page.getByRole('slider', { name: 'Calls by outcome', exact: true })
  await expect(page.locator('.chart[data-live]')).toHaveCount(3)
  await chart.focus()
  await page.keyboard.press('End')
  for (let step = 0; step < 8; step++) {
    if ((await chart.getAttribute('aria-valuetext'))?.includes('Succeeded: 12')) break
    await page.keyboard.press('ArrowLeft')
  }
  await expect(chart).toHaveAttribute('aria-valuetext', /Succeeded: 12, Refused \(4xx\): 3/)
  await expect(page.getByRole('slider', { name: 'Latency', exact: true })).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^${(await chart.getAttribute('aria-valuetext'))?.split(' UTC')[0]} UTC, Median`),
  )
  const bar = Number(await chart.getAttribute('aria-valuenow'))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/requests\?from=[\d-]{10}T[\d%A]+Z&to=/)
  const ofBar = page.url()
  await page.goBack()
  // The bar is where the keyboard found it: its place among the intervals, from the left edge of what is drawn.
  await expect(page.locator('.chart[data-live]')).toHaveCount(3)
  const drawn = await chart.locator('.u-over').boundingBox()
  const intervals = Number(await chart.getAttribute('aria-valuemax')) + 1
  if (!drawn) throw new Error('The chart is not visible.')
  await page.mouse.click(drawn.x + (drawn.width * (bar + 0.5)) / intervals, drawn.y + drawn.height - 5)
  await page.waitForURL(ofBar)
  await page.goBack()
  await page.getByRole('link', { name: '3', exact: true }).first().click()
  await page.waitForURL(/\/requests\?from=.*&status=4xx/)
})

for (const locale of ['en-GB', 'fr-FR'])
  for (const javaScriptEnabled of [true, false])
    test.describe(`in ${locale}${javaScriptEnabled ? '' : ', without JavaScript'}`, () => {
      test.use({ locale, javaScriptEnabled })

      test('the log is filtered by chips and fields, and a request has neighbours', async ({
        developer,
        say,
      }) => {
        const { page } = developer
        const path = await makeApplication(developer, 'Sandbox', 'Called often')
        await queryDatabase(
          `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, error_code, latency_ms, masked_msisdn, address)
           SELECT $1, gen_random_uuid(), now() - n * interval '1 minute', 'account', CASE n % 10 WHEN 3 THEN 404 ELSE 200 END,
             CASE n % 10 WHEN 3 THEN 'account_not_found' END, n, '221*******01', '127.0.0.1'
           FROM generate_series(33, 1, -1) AS n`,
          [idIn(path)],
        )
        await page.goto(path)
        await page.getByRole('link', { name: say('Traffic'), exact: true }).click()
        const rows = page.getByRole('table', { name: say('Recent requests, newest first') }).getByRole('row')
        await expect(rows).toHaveCount(31)
        await page.getByRole('link', { name: say('Show older requests'), exact: true }).click()
        await expect(rows).toHaveCount(4)
        await page.getByRole('link', { name: 'status:4xx', exact: true }).click()
        await expect(rows).toHaveCount(5)
        await page.getByRole('link', { name: 'code:account_not_found', exact: true }).click()
        await expect(page).toHaveURL(/\?status=4xx&code=account_not_found$/)
        await rows.nth(1).getByRole('link').click()
        await expect(page.getByRole('heading', { name: say('What happened'), exact: true })).toBeVisible()
        const newest = page.url()
        const newer = page.locator('[data-key=ArrowLeft]')
        await expect(newer).toHaveCount(0)
        if (javaScriptEnabled) await page.keyboard.press('ArrowRight')
        else await page.locator('[data-key=ArrowRight]').click()
        await expect(page).not.toHaveURL(newest)
        await expect(page.locator('[aria-current=true] time').first()).toBeVisible()
        await newer.click()
        await expect(page).toHaveURL(newest)
        if (javaScriptEnabled) {
          await examine(page)
          await page.keyboard.press('Escape')
        } else await page.getByRole('link', { name: say('All requests'), exact: true }).click()
        await expect(page).toHaveURL(/\/requests\?status=4xx&code=account_not_found$/)

        await page.getByText(say('All filters'), { exact: true }).click()
        const log = page.getByRole('search', { name: say('Filter requests'), exact: true })
        await log.getByLabel(say('Status'), { exact: true }).fill('nonsense')
        await log.getByRole('button').click()
        const status = log.getByLabel(say('Status'), { exact: true })
        await expect(status).toHaveAttribute('aria-invalid', 'true')
        await expect(status).toHaveValue('nonsense')
        await page.goto(newest.replace('/requests/', '/usage/'))
        await expect(page).toHaveURL(newest)
      })
    })

test('dragging across a chart, or a form, chooses the period', { tag: '@slow' }, async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Zoomed')
  await queryDatabase(
    `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded, latency_le_10)
     VALUES ($1, date_trunc('minute', now()) - interval '5 minutes', 'account', 12, 12)`,
    [idIn(path)],
  )
  await page.goto(`${path}/usage`)
  await expect(page.locator('.chart[data-live]')).toHaveCount(3)
  const chart = page.getByRole('slider', { name: 'Calls by outcome', exact: true })
  await chart.scrollIntoViewIfNeeded()
  const box = await chart.boundingBox()
  if (!box) throw new Error('The chart is not visible.')
  await page.mouse.move(box.x + box.width / 2, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 20, box.y + 60, { steps: 5 })
  await page.mouse.up()
  await page.waitForURL(/[?&]from=\d{4}-\d\d-\d\dT.*&to=/)
  const from = page.getByLabel('From (UTC)', { exact: true }).first()
  await expect(from).toHaveValue(new URL(page.url()).searchParams.get('from') ?? '')
  await from.fill('2026-01-01T00:00')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.waitForURL(/from=2026-01-01T00%3A00/)
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'in a browser' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('personal access keys: made after a confirmation, used by a program, and ended', {
      tag: '@slow',
    }, async ({ developer }) => {
      const { page, email } = developer
      const id = (await makeApplication(developer, 'Sandbox', 'Charted')).split('/').at(-1)
      const read = (key: string, method = 'GET') => {
        const headers = { authorization: `Bearer ${key}` }
        return fetch(`${portal}/api/usage.json?application=${id}`, { method, headers })
      }
      await queryDatabase('UPDATE session SET confirmed_at = NULL WHERE developer_id = $1', [developer.id])
      await page.goto('/account/keys')
      const card = page.locator('#access-keys')
      const days = card.getByLabel('Days', { exact: true })
      await card.getByLabel('Name', { exact: true }).fill('Dashboard')
      await days.fill('366')
      await card.getByRole('button', { name: 'Create key', exact: true }).click()
      await expect(days).toHaveAttribute('aria-invalid', 'true')
      await expect(card.getByLabel('Name', { exact: true })).toHaveValue('Dashboard')
      await days.fill('365')
      await card.getByRole('button', { name: 'Create key', exact: true }).click()
      await confirm(developer)
      const key = await page.getByLabel('Personal access key', { exact: true }).inputValue()
      expect(key).toMatch(/^guichet_personal_[A-Za-z0-9]{43}$/)
      await waitForMail(email, /access key/i)
      await page.goto('/account/keys')
      await expect(page.getByText(key)).toHaveCount(0)
      await expect(card.getByText('not used yet')).toBeVisible()

      expect((await read(key)).status).toBe(200)
      expect(await (await read(key, 'HEAD')).text()).toBe('')
      for (const method of ['POST', 'PUT', 'DELETE']) expect((await read(key, method)).status).toBe(405)

      await page.goto('/account/keys')
      await expect(card.getByText('last used')).toBeVisible()
      await card.getByRole('button', { name: 'Remove Dashboard', exact: true }).click()
      await goOn(page)
      await expect(card.getByText('last used')).toHaveCount(0)
      expect((await read(key)).status).toBe(401)
    })
  })
