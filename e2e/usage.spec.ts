import { queryDatabase } from './support/database'
import { examine } from './support/examine'
import { expect, test } from './support/fixtures'
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
  await expect
    .poll(() => queryDatabase('SELECT FROM recent_call WHERE request_id = $1', [id]))
    .toHaveLength(1)
  await page.goto('/search')
  await page.getByRole('main').getByRole('textbox').fill(`{"instance":"urn:uuid:${id}"}`)
  await page.getByRole('main').getByRole('button').first().click()
  await page.getByRole('link', { name: new RegExp(`${id}`) }).click()
  await expect(page.getByText('999*******00').first()).toBeVisible()
  await page.getByRole('radio', { name: 'Python', exact: true }).check()
  await expect(page.getByText('urllib.request.urlopen').first()).toBeVisible()
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '404 Not Found' })).toBeVisible()
})

test('bars are read by keyboard and pointer, and select a part of the period', { tag: '@slow' }, async ({
  developer,
}) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Called often')
  await queryDatabase(
    `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded, refused, latency_le_10)
     VALUES ($1, date_trunc('minute', now()) - interval '5 minutes', 'account', 12, 3, 15)`,
    [idIn(path)],
  )
  await page.goto(`${path}/usage?range=hour`)
  await expect(page).toHaveURL(`${path}/traffic?range=hour`)
  const chart = page.getByRole('slider', { name: 'Calls by outcome', exact: true })
  await expect(page.locator('.chart[data-live]')).toHaveCount(1)
  await chart.focus()
  await page.keyboard.press('End')
  for (let step = 0; step < 8; step++) {
    if ((await chart.getAttribute('aria-valuetext'))?.includes('Succeeded: 12')) break
    await page.keyboard.press('ArrowLeft')
  }
  await expect(chart).toHaveAttribute('aria-valuetext', /Succeeded: 12, Refused: 3/)
  const bar = Number(await chart.getAttribute('aria-valuenow'))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/traffic\?range=hour&from=[\d-]{10}T[\d%A]+Z&to=/)
  await expect(page.getByText('15 counted, 0 kept')).toBeVisible()
  const ofBar = page.url()
  await page.getByRole('link', { name: 'Show the whole period' }).click()
  await expect(page).toHaveURL(`${path}/traffic?range=hour`)
  // The bar is where the keyboard found it: its place among the intervals, from the left edge of what is drawn.
  await expect(page.locator('.chart[data-live]')).toHaveCount(1)
  const drawn = await chart.locator('.u-over').boundingBox()
  const intervals = Number(await chart.getAttribute('aria-valuemax')) + 1
  if (!drawn) throw new Error('The chart is not visible.')
  const middle = drawn.y + drawn.height / 2
  await page.mouse.click(drawn.x + (drawn.width * (bar + 0.5)) / intervals, middle)
  await page.waitForURL(ofBar)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${path}/traffic?range=hour`)
  await page.mouse.move(drawn.x + drawn.width / 2, middle)
  await page.mouse.down()
  await page.mouse.move(drawn.x + drawn.width - 2, middle, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByText('15 counted, 0 kept')).toBeVisible()
  await test.step('in forced colours each outcome keeps a colour of its own, and the bars are drawn in them', async () => {
    const drawing = () => chart.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
    const colours = () =>
      page.locator('[data-swatch]').evaluateAll((all) => all.map((each) => getComputedStyle(each).fill))
    const usual = await drawing()
    await page.emulateMedia({ forcedColors: 'active' })
    await expect.poll(drawing).not.toBe(usual)
    expect(new Set(await colours()).size).toBe(4)
    await page.emulateMedia({ forcedColors: 'none' })
  })
  await page.getByRole('link', { name: /^Refused/ }).click()
  await page.waitForURL(/status=4xx/)
})

test('keys move between the rows, and calls that arrive while those are read wait behind a button', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Called now')
  const call = (minutes: number) =>
    queryDatabase(
      `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, address)
       VALUES ($1, gen_random_uuid(), now() - $2 * interval '1 minute', 'account', 200, 3, '127.0.0.1')`,
      [idIn(path), minutes],
    )
  for (const minutes of [4, 3, 2]) await call(minutes)
  await page.goto(`${path}/traffic?live=on`)
  const rows = page.locator('.calls tbody tr:not(.day)')
  await expect(page.getByText('3 of 3 shown')).toBeVisible()
  await expect(page.getByText('No calls in these 24 hours')).toBeVisible()
  await page.keyboard.press('f')
  await expect(page.getByRole('link', { name: /^2xx/ })).toBeFocused()
  for (const key of ['j', 'j', 'k']) await page.keyboard.press(key)
  const read = rows.first().getByRole('link')
  await expect(read).toBeFocused()
  const url = await read.getAttribute('href')
  await call(0)
  const waiting = page.getByRole('button', { name: '1 new', exact: true })
  await expect(waiting).toBeVisible()
  await expect(rows).toHaveCount(3)
  await expect(read).toHaveAttribute('href', String(url))
  await waiting.click()
  await expect(rows).toHaveCount(4)
  await expect(read).toBeFocused()
  await expect(read).not.toHaveAttribute('href', String(url))
  await expect(waiting).toHaveCount(0)
})

for (const [locale, javaScriptEnabled] of [
  ['en-GB', true],
  ['fr-FR', false],
] as const)
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
      await queryDatabase(
        `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded, refused, codes)
           VALUES ($1, date_trunc('minute', now()), 'account', 29, 4, '{"account_not_found": 4}')`,
        [idIn(path)],
      )
      await page.goto(path)
      await page.getByRole('link', { name: say('Traffic'), exact: true }).click()
      const rows = page
        .getByRole('table', { name: say('Recent requests, newest first') })
        .locator('tbody tr:not(.day)')
      await expect(rows).toHaveCount(30)
      await page.getByRole('link', { name: say('Show older requests'), exact: true }).click()
      await expect(rows).toHaveCount(3)
      await page.getByRole('link', { name: /^4xx/ }).click()
      await expect(rows).toHaveCount(4)
      await page.getByRole('link', { name: /^account_not_found/ }).click()
      await expect(page).toHaveURL(/\?status=4xx&code=account_not_found$/)
      await rows.first().getByRole('link').click()
      await expect(page.getByRole('heading', { name: say('What happened'), exact: true })).toBeVisible()
      const newest = page.url()
      const newer = page.locator('[data-key~=ArrowLeft]')
      await expect(newer).toHaveCount(0)
      if (javaScriptEnabled) await page.keyboard.press('j')
      else await page.locator('[data-key~=ArrowRight]').click()
      await expect(page).not.toHaveURL(newest)
      await expect(page.locator('tr[aria-current=true] time').first()).toBeVisible()
      await newer.click()
      await expect(page).toHaveURL(newest)
      if (javaScriptEnabled) {
        await examine(page)
        await page.keyboard.press('Escape')
      } else await page.getByRole('link', { name: say('All requests'), exact: true }).click()
      await expect(page).toHaveURL(/\/traffic\?status=4xx&code=account_not_found$/)

      await page.getByText(say('All filters'), { exact: true }).click()
      const log = page.getByRole('search', { name: say('Filter requests'), exact: true })
      const status = log.getByLabel(say('Status'), { exact: true })
      await status.fill('nonsense')
      if (javaScriptEnabled) await status.press('Enter')
      else await log.getByRole('button').click()
      await expect(status).toHaveAttribute('aria-invalid', 'true')
      await expect(status).toHaveValue('nonsense')
      await page.goto(newest.replace('/requests/', '/usage/'))
      await expect(page).toHaveURL(newest)
    })
  })
