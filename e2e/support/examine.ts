import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** A small phone, and one of the smallest that are held (WCAG 2.2, 1.4.10: 320 px). */
const phoneWidths = [375, 320]

/** What every page must be: one heading, no axe violation in either theme, no sideways scroll on a phone. */
export async function examine(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Off unless asked for: targets of at least 24 px (WCAG 2.2, 2.5.8).
    const axe = new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } })
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
    expect(found, `${page.url()}, ${colorScheme}`).toEqual([])
  }
  const desktop = page.viewportSize()
  for (const width of phoneWidths) {
    await page.setViewportSize({ width, height: 800 })
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(excess, `sideways scroll of ${page.url()} at ${width} px`).toBe(0)
  }
  if (desktop) await page.setViewportSize(desktop)
}
