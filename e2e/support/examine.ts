import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** A small phone, and one of the smallest in use (WCAG 2.2, 1.4.10: 320 px). */
const phoneWidths = [375, 320]

const rulesOf: Record<'light' | 'dark', RunOptions> = {
  // Off by default: targets of at least 24 px, and names that begin with what is seen (WCAG 2.2, 2.5.8 and 2.5.3).
  light: { rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } } },
  // The themes only differ in colours.
  dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
}

/** The narrowest screen on which every table has its columns (a tablet in landscape). */
const tableWidth = 1024

/**
 * The requirements for every page: one heading, no axe violation in either theme, no sideways scroll on a phone, and
 * columns of tables that are apart and can be read.
 */
export async function examine(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settle(page)
    expect(await listViolations(page, rulesOf[colorScheme]), `${page.url()}, ${colorScheme}`).toEqual([])
  }
  const desktop = page.viewportSize()
  for (const width of phoneWidths) {
    await page.setViewportSize({ width, height: 800 })
    await settle(page)
    expect(await listTooWide(page), `sideways scroll of ${page.url()} at ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: tableWidth, height: 800 })
  await settle(page)
  expect(await listTooWide(page), `sideways scroll of ${page.url()} at ${tableWidth} px`).toEqual([])
  expect(await listCrowded(page), `tables of ${page.url()}`).toEqual([])
  if (desktop) await page.setViewportSize(desktop)
}

/** Waits until colours have changed and charts fit their boxes: with the next frames, also where motion is reduced. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () => document.getAnimations().filter(({ playState }) => playState === 'running')
    do {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      await Promise.allSettled(running().map(({ finished }) => finished))
      // An element that inherits a colour begins to change once its parent has.
    } while (running().length > 0)
  })
}

/** axe's violations within the element that `within` selects: each rule with the elements that break it. */
export async function listViolations(page: Page, options: RunOptions, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([element, how]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(element, how)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
    },
    [within, { ...options, preload: false, resultTypes: ['violations'] } as RunOptions] as const,
  )
}

/**
 * What makes the page scroll sideways: the excess and the first elements that are too wide; nothing if it
 * does not scroll.
 */
export async function listTooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    // An absolutely positioned element is clipped only by its containing block.
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

/** Cells whose content runs over the next one, or has long words in a column of a few letters. */
async function listCrowded(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isOver = (cell: Element, right: number) =>
      [...cell.querySelectorAll('*')].some(
        (each) => !each.closest('.sr-only') && each.getBoundingClientRect().right > right + 1,
      )
    const isSqueezed = (cell: Element) =>
      cell.clientWidth < 100 &&
      [...cell.querySelectorAll('*')].some(
        (each) => each.childElementCount === 0 && /\S{20}/.test(each.textContent),
      )
    return [...document.querySelectorAll('.rows > tbody :is(td, th)')]
      .filter((cell) => cell.checkVisibility())
      .filter((cell) => isOver(cell, cell.getBoundingClientRect().right) || isSqueezed(cell))
      .map((cell) => `${cell.clientWidth} px: ${cell.textContent}`)
  })
}
