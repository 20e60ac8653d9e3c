import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { type Locale, locales } from '@/lib/languages'
import { readTexts } from './words'

/** The sentences of a text that are messages of other languages. */
export function listForeign(text: string, language: Locale): string[] {
  return sentencesOfOthers(language).filter((sentence) => text.includes(sentence))
}

/** Of at least three words, so that none is by chance what someone typed. */
function sentencesOfOthers(language: Locale): string[] {
  const own = listPieces(language).join('\n')
  const others = locales.filter((locale) => locale !== language).flatMap(listPieces)
  return [...new Set(others)].filter((piece) => piece.split(' ').length > 2 && !own.includes(piece))
}

/** The parts of a language's messages between their arguments and tags. */
function listPieces(language: Locale): string[] {
  return readTexts(language).flatMap((text) => literalsOf(parse(text)))
}

function literalsOf(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element): string[] => {
    if (element.type === TYPE.literal) return [element.value.replace(/\s+/g, ' ').trim()]
    if (element.type === TYPE.tag) return literalsOf(element.children)
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return []
    return Object.values(element.options).flatMap(({ value }) => literalsOf(value))
  })
}
