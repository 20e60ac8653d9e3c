import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', '..', 'messages')

/** Translates an English label into the language of a journey. */
export type Say = (english: string) => string

/** @param locale of the browser: `en-GB`, `fr-FR` */
export function wordsOf(locale: string): Say {
  if (!locale.startsWith('fr')) return (english) => english
  return (english) => {
    const [french, ...others] = translations.get(english) ?? []
    if (french === undefined || others.length > 0)
      throw new Error(`"${english}" has several French translations: ${[french, ...others].join(' | ')}`)
    return french
  }
}

const translations = readPairs()

/** Every English message and its different French translations. */
function readPairs(): Map<string, string[]> {
  const pairs = new Map<string, string[]>()
  for (const area of readdirSync(join(folder, 'en'))) {
    const french = flatten(read('fr', area))
    for (const [key, english] of flatten(read('en', area))) {
      const known = pairs.get(english) ?? []
      const translated = french.get(key)
      if (translated !== undefined && !known.includes(translated)) pairs.set(english, [...known, translated])
    }
  }
  // Words of several areas, such as the states, are translated as in the portal as a whole: there, by the first.
  const shared = flatten(read('fr', 'common.json'))
  for (const [key, english] of [...flatten(read('en', 'common.json'))].reverse())
    pairs.set(english, [shared.get(key) ?? ''])
  return pairs
}

/** Every word of the English messages. */
export function listWords(): string[] {
  return [...new Set([...translations.keys()].join(' ').match(/\p{L}+/gu) ?? [])]
}

function read(locale: string, area: string): object {
  return JSON.parse(readFileSync(join(folder, locale, area), 'utf8'))
}

function flatten(messages: object, prefix = ''): Map<string, string> {
  const flat = Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : [...flatten(value, `${prefix}${key}.`)],
  )
  return new Map(flat)
}
