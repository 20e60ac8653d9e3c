import { expect, test } from './support/fixtures'

for (const javaScriptEnabled of [true, false])
  test(`the landing page makes a real call, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({
    openBrowser,
  }) => {
    const page = await openBrowser({ javaScriptEnabled })
    await page.goto('/')
    const counter = page.getByRole('form', { name: 'Read a balance now' })
    await counter.getByRole('button', { name: '212600000004' }).click()
    await expect(counter.getByText('1,234.50 MAD')).toBeVisible()
    await expect(counter.getByText(/^\d+ ms, measured$/)).toBeVisible()
    await expect(counter.getByRole('button', { name: '212600000004' })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await expect(page.getByText('msisdn=212600000004', { exact: false })).toBeVisible()
    if (javaScriptEnabled) await expect(counter.getByRole('button', { name: '212600000004' })).toBeFocused()
    else await expect(page).toHaveURL(/#counter$/)
  })

test('a stranger’s first pages load two subsets of fonts, and nothing moves when they arrive', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  const fonts = new Map<string, number>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'font')
      fonts.set(response.url(), Number(response.headers()['content-length']))
  })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/', '/docs/balances', '/sign-in', '/status']) {
    await page.goto(path)
    const shifts = await page.evaluate(async () => {
      await document.fonts.ready
      return (window as unknown as { shifts: number[] }).shifts
    })
    expect(
      shifts.reduce((sum, value) => sum + value, 0),
      path,
    ).toBeLessThanOrEqual(0.01)
  }
  expect([...fonts.keys()].map((url) => /geist-[a-z-]+-wght/.exec(url)?.[0]).sort()).toEqual([
    'geist-latin-wght',
    'geist-mono-latin-wght',
  ])
  expect([...fonts.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(60_000)
})
