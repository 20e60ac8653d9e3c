import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { listMarkdown } from './markdown'

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
  [/\bof (its|their|our|your) own\b/i, 'its own, their own, separate'],
  [/\bof ours\b/i, 'our, or the name of the product'],
  [/\b(no answer|answers? (from|of) (a|an|the|our)\b)/i, 'response, result'],
  [/\b(it|one) is there\b/i, 'it exists, it is available'],
  [/\bat this address\b/i, 'at this URL'],
]

/** Texts and settings with comments that are read whole, besides every Markdown file but the French guide. */
const otherTexts = [
  ...['messages/en', 'emails', 'ops', 'lib/problems.ts', 'lib/oauth/errors.ts', 'prisma/schema.prisma'],
  ...['.env.example', 'compose.yaml', '.dependency-cruiser.mjs', 'scripts/check/asvs/requirements.txt'],
]

type Finding = { place: string; found: string; better: string }

/** Every avoided word in {@link listTexts}, with its file and line. Code in backticks is left out. */
export function findAvoidedWords(root: string): Finding[] {
  return listTexts(root).flatMap((file) => findIn(readFileSync(join(root, file), 'utf8'), file))
}

/** English messages, e-mails, settings and documents. */
export function listTexts(root: string): string[] {
  const documents = listMarkdown(root).filter((file) => !file.startsWith('content/docs/fr/'))
  const others = otherTexts.flatMap((path) => filesOf(root, path).filter((file) => !/\.test\.ts$/.test(file)))
  return [...documents, ...others]
}

/** The path itself if it is a file, every file below it if it is a folder. */
function filesOf(root: string, path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

/** @param file names the place; messages are JSON, whose keys are not read */
export function findIn(text: string, file: string): Finding[] {
  const isMessages = file.endsWith('.json')
  // Programs write these rows, and quote names of tests in them.
  const isQuoted = (line: string) => file.startsWith('docs/evidence/') && line.startsWith('|')
  return text
    .replaceAll(/```[\s\S]*?```/g, (block) => block.replaceAll(/[^\n]/g, ' '))
    .split('\n')
    .flatMap((line, index) => {
      if (isQuoted(line)) return []
      const read = isMessages ? line.replace(/^\s*"[^"]*":/, '') : line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, '')
      return avoided.flatMap(([pattern, better]) => {
        const found = pattern.exec(read)?.[0]
        return found ? [{ place: `${file}:${index + 1}`, found, better }] : []
      })
    })
}

/** Folders of source code. */
const codeFolders = [
  'app',
  'components',
  'emails',
  'gateway',
  'i18n',
  'lib',
  'mailbox',
  'portal',
  'prisma',
  'scripts',
  'test',
  'trials',
  'worker',
  'e2e',
]

/** Every avoided word in comments and titles of tests, as {@link findAvoidedWords}. Other strings may be behaviour. */
export function findAvoidedWordsInCode(root: string): Finding[] {
  const files = codeFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|^scripts\/check\/words\.test/.test(file))
    .flatMap((file) => findIn(proseOf(readFileSync(join(root, file), 'utf8')), file))
}

const prose = [
  /^\s*(?:\/\/|\/\*|\*)(.*)/,
  /\s\/\/ (.*)/,
  /^\s*(?:\]\)|(?:describe|it|test)[\w.]*)\((['"`].*)/,
]

/** The comments of a source file and the titles of its tests, each on its line; all other lines are empty. */
export function proseOf(source: string): string {
  const read = (line: string) => prose.map((pattern) => pattern.exec(line)?.[1]).find(Boolean) ?? ''
  return source.split('\n').map(read).join('\n')
}
