import { expect, type Page } from '@playwright/test'
import { listWords } from './words'

type Replaced = { node: Text; text: string; parent: HTMLElement }

/** Replaces every text of the page by two elements around a copy, as Google Translate does. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    const replaced = texts.filter(
      (text) => text.data.trim() && !text.parentElement?.closest('script, style, textarea, option, svg'),
    )
    Object.assign(window, {
      replaced: replaced.map((node) => ({ node, text: node.data, parent: node.parentElement })),
    })
    for (const [at, text] of replaced.entries()) {
      const outer = document.createElement('font')
      outer.appendChild(document.createElement('font')).textContent = text.data
      // Browsers do either.
      if (at % 2) text.replaceWith(outer)
      else {
        text.before(outer)
        text.remove()
      }
    }
  })
}

/** No error page, and no text that changed where no one sees it, since the page was last translated. */
export async function expectCurrent(page: Page, what: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 }), what).toHaveCount(1)
  const stale = await page.evaluate(() => {
    const { replaced = [] } = window as { replaced?: Replaced[] }
    return replaced
      .filter(({ node, text, parent }) => parent.isConnected && !node.isConnected && node.data !== text)
      .map(({ node, text }) => `${text} → ${node.data}`)
  })
  expect(stale, what).toEqual([])
}

/** Makes every word of the messages on a page 40 % longer, as German is. @returns how many texts have changed */
export async function lengthen(page: Page): Promise<number> {
  return page.evaluate((words) => {
    const known = new Set(words)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let changed = 0
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      if (text.parentElement?.closest('script, style, textarea, code, pre')) continue
      const longer = text.data.replace(/\p{L}{4,}/gu, (word) =>
        known.has(word) ? word + word.slice(0, Math.ceil(word.length * 0.4)).toLowerCase() : word,
      )
      if (longer === text.data) continue
      text.data = longer
      changed += 1
    }
    return changed
  }, listWords())
}
