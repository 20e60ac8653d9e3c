import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

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
 * @param canvas any page without a content security policy, for drawing
 * @returns the difference in words, or null
 */
export async function compareLook(page: Page, name: string, canvas: Page): Promise<string | null> {
  const file = join(folder, `${name}.png`)
  const known = existsSync(file) ? readFileSync(file, 'base64') : null
  const { picture, different } = await draw(page, known, canvas)
  if (updating) writeFileSync(file, Buffer.from(picture, 'base64'))
  else if (!known) return `${name}: there is no picture to compare with`
  return updating || different <= share
    ? null
    : `${name}: ${(different * 100).toFixed(1)} % of it look different`
}

/** Whether a page would still match its picture after changing one element's style. */
export async function bears(
  page: Page,
  canvas: Page,
  style: [selector: string, name: string, value: string],
) {
  const { picture } = await draw(page, null, canvas)
  const [selector, ...change] = style
  await page
    .locator(selector)
    .evaluate((element, [name, value]) => (element as HTMLElement).style.setProperty(name, value), change)
  return (await draw(page, picture, canvas)).different <= share
}

async function draw(page: Page, known: string | null, canvas: Page) {
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  return canvas.evaluate(compareSquares, { shot: shot.toString('base64'), known, square, most })
}

type Asked = { shot: string; known: string | null; square: number; most: number }

async function compareSquares({ shot, known, square, most }: Asked) {
  async function read(png: string) {
    const image = new Image()
    image.src = `data:image/png;base64,${png}`
    await image.decode()
    const { context } = paper(image.width, image.height)
    context.drawImage(image, 0, 0)
    return context.getImageData(0, 0, image.width, image.height)
  }

  function paper(width: number, height: number) {
    const element = Object.assign(document.createElement('canvas'), { width, height })
    const context = element.getContext('2d', { colorSpace: 'srgb' })
    if (!context) throw new Error('This browser does not draw.')
    return { element, context }
  }

  /** The mean colour of each square. */
  function coarsen({ width, height, data }: ImageData) {
    const result = new ImageData(Math.floor(width / square), Math.floor(height / square))
    for (let index = 0; index < result.data.length; index += 1) {
      const channel = index % 4
      const column = ((index - channel) / 4) % result.width
      const row = Math.floor((index - channel) / 4 / result.width)
      let sum = 0
      for (let y = row * square; y < (row + 1) * square; y += 1)
        for (let x = column * square; x < (column + 1) * square; x += 1)
          sum += data[(y * width + x) * 4 + channel] ?? 0
      result.data[index] = sum / (square * square)
    }
    return result
  }

  const now = coarsen(await read(shot))
  const { element, context } = paper(now.width, now.height)
  context.putImageData(now, 0, 0)
  const picture = element.toDataURL('image/png').replace(/^.*,/, '')
  const before = known ? (await read(known)).data : now.data
  if (before.length !== now.data.length) return { picture, different: 1 }
  let different = 0
  for (let pixel = 0; pixel < now.data.length; pixel += 4)
    if (
      [0, 1, 2].some((each) => Math.abs((now.data[pixel + each] ?? 0) - (before[pixel + each] ?? 0)) > most)
    )
      different += 1
  return { picture, different: different / (now.data.length / 4) }
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
      const meant = textOverflow === 'ellipsis' || element.matches('.sr-only, svg *')
      return hides && !meant && seen(element) && element.scrollWidth > element.clientWidth + 1
    })
    const stickyAround = (element: Element): Element | null => {
      const { parentElement } = element
      if (!parentElement || getComputedStyle(parentElement).position === 'sticky') return parentElement
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
        // A sticky element covers the content that is scrolled below it.
        .filter(({ element: other }) => stickyAround(element) === stickyAround(other))
        // The button that shows a password is inside its field.
        .filter(({ element: other }) => element.parentElement !== other.parentElement)
        .map(({ element: other }) => `${say(element)} overlaps ${say(other)}`),
    )
    return [...cut.map((element) => `cut off: ${say(element)}`), ...overlaps]
  })
}
