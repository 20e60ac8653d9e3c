import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'

const folder = join(import.meta.dirname, '..', 'looks')
const updating = process.env.LOOKS === 'update'

/** Squares of so many pixels, each averaged to one colour: that hides most of the text but shows the layout. */
const square = 16
/** Of 255: text in another font or with other letters changes a square by less. */
const most = 28
/** The share of all squares: ids, times and ports differ from run to run; a card that moved is more. */
const share = 0.025

/**
 * Compares the visible part of a page with the committed picture of that name, both as coloured squares.
 * @returns the difference in words, or null
 */
export async function compareLook(page: Page, name: string): Promise<string | null> {
  const file = join(folder, `${name}.png`)
  const now = await takeLook(page)
  if (updating) await now.png().toFile(file)
  else if (!existsSync(file)) return `${name}: there is no picture to compare with`
  const different = await compare(now, sharp(file))
  return different <= share ? null : `${name}: ${(different * 100).toFixed(1)} % of it look different`
}

/** Whether a page would still match its picture after changing one element's style. */
export async function bears(
  page: Page,
  [selector, ...change]: [selector: string, name: string, value: string],
) {
  const before = await takeLook(page)
  await page
    .locator(selector)
    .evaluate((element, [name, value]) => (element as HTMLElement).style.setProperty(name, value), change)
  return (await compare(await takeLook(page), before)) <= share
}

/** The mean colour of each square. */
async function takeLook(page: Page): Promise<Sharp> {
  const shot = sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' })).removeAlpha()
  const { width = 0, height = 0 } = await shot.metadata()
  const [columns, rows] = [Math.floor(width / square), Math.floor(height / square)]
  const whole = shot.extract({ left: 0, top: 0, width: columns * square, height: rows * square })
  return sharp(await whole.resize(columns, rows, { kernel: 'cubic', fit: 'fill' }).png().toBuffer())
}

/** The share of squares that look different. */
async function compare(one: Sharp, other: Sharp): Promise<number> {
  const read = (look: Sharp) => look.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [now, before] = await Promise.all([read(one), read(other)])
  if (before.data.length !== now.data.length) return 1
  const { channels } = now.info
  const squares = new Set<number>()
  for (const [at, value] of now.data.entries())
    if (Math.abs(value - (before.data[at] ?? 0)) > most) squares.add(Math.floor(at / channels))
  return squares.size / (now.data.length / channels)
}

/** Faults of a page, whatever the fonts: text that is cut off, and controls that overlap. */
export async function listFlaws(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const say = (element: Element) => `<${element.localName}> ${element.textContent?.trim().slice(0, 40)}`
    const cut = [...document.querySelectorAll<HTMLElement>('main *')].filter((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element)
      const hides = overflowX === 'hidden' || overflowX === 'clip'
      // One pixel is for screen readers alone, with or without a script.
      const meant = textOverflow === 'ellipsis' || element.clientWidth <= 1 || element.matches('svg *')
      return hides && !meant && seen(element) && element.scrollWidth > element.clientWidth + 1
    })
    const stickyAround = (element: Element): Element | null => {
      const { parentElement } = element
      if (!parentElement || /^(fixed|sticky)$/.test(getComputedStyle(parentElement).position))
        return parentElement
      return stickyAround(parentElement)
    }
    const controls = [...document.querySelectorAll('button, input:not([type=hidden]), select, textarea')]
      .filter((element) => seen(element) && !element.closest('dialog, [popover]'))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 2 && box.height > 2)
    const overlaps = controls.flatMap(({ element, box }, index) =>
      controls
        .slice(index + 1)
        .filter(
          ({ box: other }) =>
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > 2 &&
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 2,
        )
        // What is sticky or fixed covers the content that is scrolled below it.
        .filter(({ element: other }) => stickyAround(element) === stickyAround(other))
        // The button that shows a password is inside its field.
        .filter(({ element: other }) => element.parentElement !== other.parentElement)
        .map(({ element: other }) => `${say(element)} overlaps ${say(other)}`),
    )
    return [...cut.map((element) => `cut off: ${say(element)}`), ...overlaps]
  })
}
