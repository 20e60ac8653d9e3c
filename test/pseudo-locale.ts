import { afterAll, beforeAll, expect } from 'vitest'

type Texts = { [key: string]: string | Texts }

/**
 * Replaces the French texts, while the tests of a file run, by a pseudo-locale generated from the English
 * ones: each stands between `[!!` and `!!]`.
 */
export function replaceFrench(...pairs: { en: object; fr: object }[]): void {
  const kept = structuredClone(pairs.map(({ fr }) => fr))
  beforeAll(() => {
    for (const { en, fr } of pairs) Object.assign(fr, mark(en as Texts))
  })
  afterAll(() => {
    for (const [index, { fr }] of pairs.entries()) Object.assign(fr, kept[index])
  })
}

function mark(texts: Texts): Texts {
  const entries = Object.entries(texts).map(([key, text]) => {
    return [key, typeof text === 'string' ? `[!! ${text} !!]` : mark(text)] as const
  })
  return Object.fromEntries(entries)
}

/** Expects that every word of a page, or of a text, is of the pseudo-locale or of `given`. */
export function expectOnlyPseudo(page: string, given: string): void {
  const visible = page.replace(/<style.*?<\/style>|<svg.*?<\/svg>|<!--.*?-->|<[^>]*>/gs, '\n')
  expect(visible).toContain('[!!')
  const known = new Set(given.match(word))
  expect((withoutMarked(visible).match(word) ?? []).filter((each) => !known.has(each))).toEqual([])
}

const word = /\p{L}{2,}/gu

/** Texts may be arguments of others: the innermost goes first. */
function withoutMarked(text: string): string {
  const shorter = text.replace(/\[!!(?:(?!\[!!).)*?!!\]/gs, ' ')
  return shorter === text ? text : withoutMarked(shorter)
}
