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
