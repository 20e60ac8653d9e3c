import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Locale, toLocale } from '@/lib/languages'

const folder = join(import.meta.dirname, '..', '..', 'messages')

/** Translates an English label into the language of a journey. */
export type Say = (english: string) => string

/** @param locale of the browser: `en-GB`, `fr-FR` */
export function wordsOf(locale: string): Say {
  const language = toLocale(locale)
  if (language === 'en') return (english) => english
  const translations = readPairs(language)
  return (english) => {
    const [translated, ...others] = translations.get(english) ?? []
    if (translated === undefined || others.length > 0)
      throw new Error(
        `"${english}" has several translations (${language}): ${[translated, ...others].join(' | ')}`,
      )
    return translated
  }
}

/** Every English message and its different translations. */
function readPairs(language: Locale): Map<string, string[]> {
  const pairs = new Map<string, string[]>()
  for (const area of readdirSync(join(folder, 'en'))) {
    const texts = readMessages(language, area)
    for (const [key, english] of readMessages('en', area)) {
      const known = pairs.get(english) ?? []
      const translated = texts.get(key)
      if (translated !== undefined && !known.includes(translated)) pairs.set(english, [...known, translated])
    }
  }
  // Words of several areas, such as the states, are translated as in the portal as a whole: there, by the first.
  const shared = readMessages(language, 'common.json')
  for (const [key, english] of [...readMessages('en', 'common.json')].reverse())
    pairs.set(english, [shared.get(key) ?? ''])
  return pairs
}

/** Every word of the English messages. */
export function listWords(): string[] {
  return [
    ...new Set(
      readTexts('en')
        .join(' ')
        .match(/\p{L}+/gu) ?? [],
    ),
  ]
}

/** Every message of a language. Its name is none: it is the same wherever languages are listed. */
export function readTexts(language: Locale): string[] {
  const areas = readdirSync(join(folder, language)).filter((area) => area !== 'language.json')
  return areas.flatMap((area) => [...readMessages(language, area).values()])
}

function readMessages(language: Locale, area: string): Map<string, string> {
  return flatten(JSON.parse(readFileSync(join(folder, language, area), 'utf8')))
}

function flatten(messages: object, prefix = ''): Map<string, string> {
  const flat = Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : [...flatten(value, `${prefix}${key}.`)],
  )
  return new Map(flat)
}
