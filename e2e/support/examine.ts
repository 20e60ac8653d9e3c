import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** A small phone, and one of the smallest in use (WCAG 2.2, 1.4.10: 320 px). */
const phoneWidths = [375, 320]

type RunOptions = Parameters<AxeBuilder['options']>[0]

const rulesOf: Record<'light' | 'dark', RunOptions> = {
  // Off by default: targets of at least 24 px (WCAG 2.2, 2.5.8).
  light: { rules: { 'target-size': { enabled: true } } },
  // The themes only differ in colours.
  dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
}

/** The requirements for every page: one heading, no axe violation in either theme, no sideways scroll on a phone. */
export async function examine(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await listViolations(page, rulesOf[colorScheme]), `${page.url()}, ${colorScheme}`).toEqual([])
  }
  const desktop = page.viewportSize()
  for (const width of phoneWidths) {
    await page.setViewportSize({ width, height: 800 })
    expect(await listTooWide(page), `sideways scroll of ${page.url()} at ${width} px`).toEqual([])
  }
  if (desktop) await page.setViewportSize(desktop)
}

async function listViolations(page: Page, options: RunOptions): Promise<string[]> {
  // No page has a frame of another host, for which axe would otherwise open an extra page each time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    ...options,
    preload: false,
    resultTypes: ['violations'],
  })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}

/** What makes the page scroll sideways: the excess and the first elements that are too wide; nothing if it does not scroll. */
async function listTooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    // What is placed absolutely is clipped only by what it is placed in.
    const frameOf = (each: HTMLElement) =>
      getComputedStyle(each).position === 'absolute' ? each.offsetParent : each.parentElement
    function isClipped(each: HTMLElement): boolean {
      const frame = frameOf(each)
      if (!(frame instanceof HTMLElement) || frame === document.body) return false
      return getComputedStyle(frame).overflowX !== 'visible' || isClipped(frame)
    }
    const wide = [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((each) => each.getBoundingClientRect().right > clientWidth && !isClipped(each))
      .map((each) => each.outerHTML.slice(0, 160))
    return [`${scrollWidth - clientWidth} px`, ...wide.slice(0, 5)]
  })
}
