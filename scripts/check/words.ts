import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Words that our texts avoid, and what to write instead. They come from writing English by another language's rules. */
const avoided: [RegExp, string][] = [
  [/\b(tell|tells|told)\b/i, 'report, notify, show, say'],
  [/\bstands?\b/i, 'is, are, appears'],
  [/\bformer\b/i, 'previous'],
  [/\b(anew|afresh)\b/i, 'again'],
  [/\bat once\b/i, 'immediately, right away'],
  [/\bbeside\b/i, 'next to, as well as'],
  [/\b(somebody|nobody|whoever)\b/i, 'someone, no one, anyone who'],
  [/\b(goes on|lives out)\b/i, 'continues, stays valid'],
  [/\bpatience\b/i, 'timeout'],
  [/\bin the place of\b/i, 'instead of'],
  [/\bfor who\b/i, 'for anyone who'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\bmade-up\b/i, 'test'],
]

/** Texts that people read. Documents that programs write (docs/evidence) quote names of tests. */
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...['docs/architecture.md', 'docs/glossary.md', 'docs/runbook.md', 'docs/decisions', 'content/docs/en'],
]

type Finding = { place: string; found: string; better: string }

/** Every avoided word in the English messages and in `pages`, with its file and line. Code in backticks is left out. */
export function findAvoidedWords(root: string): Finding[] {
  const files = [...pages, 'messages/en'].flatMap((path) =>
    /\.\w+$/.test(path) ? [path] : readdirSync(join(root, path)).map((file) => join(path, file)),
  )
  return files.flatMap((file) => findIn(readFileSync(join(root, file), 'utf8'), file))
}

/** @param file names the place; messages are JSON, whose keys are not read */
export function findIn(text: string, file: string): Finding[] {
  const isMessages = file.endsWith('.json')
  return text
    .replaceAll(/```[\s\S]*?```/g, (block) => block.replaceAll(/[^\n]/g, ' '))
    .split('\n')
    .flatMap((line, index) => {
      const read = isMessages ? line.replace(/^\s*"[^"]*":/, '') : line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, '')
      return avoided.flatMap(([pattern, better]) => {
        const found = pattern.exec(read)?.[0]
        return found ? [{ place: `${file}:${index + 1}`, found, better }] : []
      })
    })
}
