import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../root'

const generated = join(projectRoot, 'generated')
/** The language that a text is in where another lacks it, and whose keys the types have. */
const source = 'en'
/** Texts of programs that show no pages of the portal. */
const apart = ['emails', 'mailbox']

/**
 * Lists the languages, which are the folders of `messages`, in `generated/languages.ts`, and imports their texts in
 * `generated/messages`: a file for each area, and `index.ts` for all that pages show. With TEST_LANGUAGE, one more
 * language is made of the English texts.
 * @throws Error if a folder is not named by a language's code, or lacks an area
 */
export function generateLanguages(): void {
  if (process.env.TEST_LANGUAGE) writeTestLanguage()
  else removeTestLanguage()
  const locales = listLocales()
  const areas = listAreas(source)
  for (const locale of locales) {
    const missing = areas.filter((area) => !listAreas(locale).includes(area))
    if (missing.length > 0) throw new Error(`messages/${locale} has no ${missing.join('.json, no ')}.json.`)
  }
  const folder = join(generated, 'messages')
  const files = {
    'languages.ts': describeLanguages(locales),
    'load-failures.ts': loadFailures(locales),
    'messages/index.ts': combine(locales, areas),
  }
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) write(join(generated, name), text)
  for (const area of areas) write(join(folder, `${area}.ts`), importArea(locales, area))
  for (const name of readdirSync(folder))
    if (name !== 'index.ts' && !areas.includes(name.slice(0, -3))) rmSync(join(folder, name))
}

/** English first, then by code. */
function listLocales(): string[] {
  const folder = join(projectRoot, 'messages')
  const locales = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'language.json')))
  const wrong = locales.find((name) => !/^[a-z]{2,3}$/.test(name))
  if (wrong) throw new Error(`messages/${wrong} is not named by a code of two or three letters (ISO 639).`)
  return [source, ...locales.filter((locale) => locale !== source).sort()]
}

function listAreas(locale: string): string[] {
  return readdirSync(join(projectRoot, 'messages', locale))
    .map((file) => file.slice(0, -'.json'.length))
    .filter((area) => area !== 'language')
    .sort()
}

function describeLanguages(locales: string[]): string {
  const rows = locales.map((locale) => {
    const text = readFileSync(join(projectRoot, 'messages', locale, 'language.json'), 'utf8')
    return `  ${locale}: ${JSON.stringify(JSON.parse(text))},\n`
  })
  return `// Made by scripts/launch/build/languages.ts of the folders of messages/.
/** Its own name, the BCP 47 tag of its dates and numbers, and its direction. */
export type Language = { name: string; tag: string; direction: 'ltr' | 'rtl' }
export type Locale = ${locales.map((locale) => `'${locale}'`).join(' | ')}
export const languages: Record<Locale, Language> = {
${rows.join('')}}
`
}

function importArea(locales: string[], area: string): string {
  const imports = locales.map((locale) => `import ${locale} from '../../messages/${locale}/${area}.json'\n`)
  return `import type { Locale } from '../languages'
${imports.join('')}
const texts: Record<Locale, typeof ${source}> = { ${locales.join(', ')} }
export default texts
`
}

function combine(locales: string[], all: string[]): string {
  const areas = all.filter((area) => !apart.includes(area))
  const pick = (locale: string) => areas.map((area) => `${area}: ${area}.${locale}`).join(', ')
  return `import type { Locale } from '../languages'
${areas.map((area) => `import ${area} from './${area}'\n`).join('')}
const ${source} = { ${pick(source)} }
export type Messages = typeof ${source}
export const messages: Record<Locale, Messages> = {
  ${source},
${locales
  .filter((locale) => locale !== source)
  .map((locale) => `  ${locale}: { ${pick(locale)} },\n`)
  .join('')}}
`
}

/** The texts of a page that failed, for a browser to load in one language. */
function loadFailures(locales: string[]): string {
  const rows = locales.map((locale) => `  ${locale}: () => import('../messages/${locale}/failures.json'),\n`)
  return `import type { Locale } from './languages'
import type failures from './messages/failures'

export const loadFailures: Record<Locale, () => Promise<{ default: (typeof failures)['${source}'] }>> = {
${rows.join('')}}
`
}

// A code that ISO 639 keeps for private use, and the only one of those that axe knows.
const locale = 'qaa'
/** Numbers and dates unlike those of any other language here. */
const language = { name: '[!! Test !!]', tag: 'de-CH', direction: 'ltr' }
const folders = { messages: join(projectRoot, 'messages'), docs: join(projectRoot, 'content', 'docs') }

type Texts = { [key: string]: string | Texts }

/** Makes a language of the English texts: each is a third longer, and between marks. Git ignores its folders. */
function writeTestLanguage(): void {
  for (const folder of Object.values(folders)) mkdirSync(join(folder, locale), { recursive: true })
  for (const file of readdirSync(join(folders.messages, 'en'))) {
    const texts = JSON.parse(readFileSync(join(folders.messages, 'en', file), 'utf8'))
    const written = file === 'language.json' ? language : markAll(texts)
    write(join(folders.messages, locale, file), JSON.stringify(written))
  }
  for (const file of readdirSync(join(folders.docs, 'en')))
    write(join(folders.docs, locale, file), markPage(readFileSync(join(folders.docs, 'en', file), 'utf8')))
}

function removeTestLanguage(): void {
  for (const folder of Object.values(folders)) rmSync(join(folder, locale), { recursive: true, force: true })
}

function markAll(texts: Texts): Texts {
  const entries = Object.entries(texts).map(([key, text]) => {
    return [key, typeof text === 'string' ? mark(text) : markAll(text)] as const
  })
  return Object.fromEntries(entries)
}

function mark(text: string): string {
  return `[!! ${text}${' ~~~~'.repeat(text.length / 15)} !!]`
}

/** Titles, paragraphs and items of a page of the guide; not its slots. */
function markPage(page: string): string {
  return page
    .split(/\n{2,}|\n(?=- |\d+\. )/)
    .map((block) => {
      const [, start = '', text = '', end = ''] =
        /^(#+ |- |\d+\. )?([\s\S]*?)( \{#[\w-]+\}\s*|\s*)$/.exec(block) ?? []
      return /^\{\{[\w-]+\}\}$/.test(text) ? block : `${start}${mark(text)}${end}`
    })
    .join('\n\n')
}

/** A file that did not change keeps its time, as builds and watchers look at it; none is seen half written. */
function write(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  const part = `${file}.${process.pid}`
  writeFileSync(part, text)
  renameSync(part, file)
}
