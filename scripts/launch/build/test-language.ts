import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../root'

// A code that ISO 639 keeps for private use, and the only one of those that axe knows.
const locale = 'qaa'
/** Numbers and dates unlike those of any other language here. */
const language = { name: '[!! Test !!]', tag: 'de-CH', direction: 'ltr' }
const folders = { messages: join(projectRoot, 'messages'), docs: join(projectRoot, 'content', 'docs') }

type Texts = { [key: string]: string | Texts }

/** Makes a language of the English texts: each is a third longer, and between marks. Git ignores its folders. */
export function writeTestLanguage(): void {
  for (const folder of Object.values(folders)) mkdirSync(join(folder, locale), { recursive: true })
  for (const file of readdirSync(join(folders.messages, 'en'))) {
    const texts = JSON.parse(readFileSync(join(folders.messages, 'en', file), 'utf8'))
    const written = file === 'language.json' ? language : markAll(texts)
    writeFileSync(join(folders.messages, locale, file), JSON.stringify(written))
  }
  for (const file of readdirSync(join(folders.docs, 'en')))
    writeFileSync(
      join(folders.docs, locale, file),
      markPage(readFileSync(join(folders.docs, 'en', file), 'utf8')),
    )
}

export function removeTestLanguage(): void {
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
