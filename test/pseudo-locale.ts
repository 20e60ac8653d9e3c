import { expect } from 'vitest'
import type { Locale } from '@/lib/languages'

/** The language that is made of the English texts, each between `[!!` and `!!]`, while tests run. */
export const testLocale = 'qaa' as Locale

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
