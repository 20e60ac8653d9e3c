import type { Locator } from '@playwright/test'

/** One step: what was done, and how long the product took for it. */
export type Stretch = { what: string; clicks: number; fields: number; keys: number; seconds: number }

/** All steps as one. */
export function sumOf(stretches: Stretch[]): Stretch {
  return stretches.reduce((sum, { clicks, fields, keys, seconds }) => ({
    what: '**all of it**',
    clicks: sum.clicks + clicks,
    fields: sum.fields + fields,
    keys: sum.keys + keys,
    seconds: sum.seconds + seconds,
  }))
}

/** A person whose clicks on buttons and links, fields and keys are counted. */
export class Walker {
  readonly stretches: Stretch[] = []
  #current: Stretch | undefined

  /** Performs one step; its time is that of the pages and the browser's automation. */
  async go(what: string, walk: () => Promise<void>): Promise<void> {
    const start = performance.now()
    const stretch = { what, clicks: 0, fields: 0, keys: 0, seconds: 0 }
    this.#current = stretch
    await walk()
    stretch.seconds = (performance.now() - start) / 1000
    this.stretches.push(stretch)
  }

  async click(target: Locator): Promise<void> {
    this.#count({ clicks: 1 })
    await target.click()
  }

  /** A click into the field, then key by key. */
  async type(field: Locator, text: string): Promise<void> {
    this.#count({ fields: 1, keys: text.length })
    await field.click()
    await field.pressSequentially(text)
  }

  #count(done: Partial<Stretch>): void {
    if (!this.#current) throw new Error('Every action needs a step.')
    this.#current.clicks += done.clicks ?? 0
    this.#current.fields += done.fields ?? 0
    this.#current.keys += done.keys ?? 0
  }
}

/**
 * A person's time for this by the keystroke-level model: 1.35 s to decide and 1.1 s to point before each click, also
 * into a field, 0.2 s to click, 0.4 s from mouse to keyboard for each field, 0.28 s for each key.
 * @see Card, Moran, Newell: The Keystroke-Level Model for User Performance Time with Interactive Systems (1980)
 */
export function personSeconds({ clicks, fields, keys }: Stretch): number {
  return (clicks + fields) * (1.35 + 1.1 + 0.2) + fields * 0.4 + keys * 0.28
}
