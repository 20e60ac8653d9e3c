import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { settingNames } from '@/lib/env'
import { commands } from '../operate/commands'

/** Variables of other programs and of tests, what compose.yaml reads besides settings, and the placeholder of `.env.example`. */
const otherVariables =
  /^(POSTGRES_|PATRONI_|NODE_|NEXT_|GUICHET_NETWORK$|GUICHET_VERSION$|SECRETS_DIR$|CERTIFICATES_DIR$|PROXY_TLS$|GATEWAY_ENVIRONMENT$|NAME_FILE$|RIGHTS_CALLS$)/
const outside = new Set(['node_modules', 'generated', 'next-env.d.ts'])

/** Every Markdown file of the repository, relative to `root`. */
export function listMarkdown(root: string): string[] {
  const entries = readdirSync(root, { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith('.') && !outside.has(name),
  )
  return entries
    .flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(join(root, entry.name), { recursive: true, encoding: 'utf8' }).map((file) =>
            join(entry.name, file),
          )
        : [entry.name],
    )
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .sort()
}

/**
 * What `file` names and the repository lacks: targets of links, headings, paths, npm scripts, commands and settings.
 * @param text the content of `file`, whose path is relative to `root`
 * @returns one sentence for each, with its line
 */
export function findBroken(root: string, file: string, text: string): string[] {
  const checks = listChecks(root, file)
  return text.split('\n').flatMap((line, index) =>
    checks.flatMap(([pattern, check]) =>
      [...line.matchAll(pattern)].flatMap(([, found = '']) => {
        const sentence = check(found)
        return sentence ? [`${file}:${index + 1}: ${sentence}`] : []
      }),
    ),
  )
}

/**
 * The pictures in docs/pictures that no document shows.
 * @param texts the Markdown files by their path relative to `root`
 */
export function findUnusedPictures(root: string, texts: ReadonlyMap<string, string>): string[] {
  const folder = join('docs', 'pictures')
  const shown = new Set(
    [...texts].flatMap(([file, text]) =>
      [...text.matchAll(/!\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, path = '']) =>
        normalize(join(dirname(file), path)),
      ),
    ),
  )
  return readdirSync(join(root, folder))
    .map((name) => join(folder, name))
    .filter((path) => !shown.has(path))
    .map((path) => `${path} is shown by no document`)
}

/** The things that a line can name, and their faults. */
function listChecks(root: string, file: string): [RegExp, (found: string) => string | false | undefined][] {
  const has = (path: string, script: string) => readScripts(join(root, path)).includes(script)
  const top = new Set(readdirSync(root))
  const isMissingPath = (path: string) =>
    !path.startsWith('.') &&
    top.has(path.split('/')[0] as string) &&
    !/[*…{}<>$ ]|(^|\/)[A-Z]{2,}/.test(path) &&
    !existsSync(join(root, path))
  return [
    [/\]\(([^)\s]+)\)/g, (target) => findBrokenLink(root, file, target)],
    [/!\[\s*\]\(([^)\s]+)\)/g, (picture) => `${picture} has no words for those who cannot see it`],
    [/`([\w.@()[\]-]+\/[^`]*)`/g, (path) => isMissingPath(path) && `${path} does not exist`],
    [/(?<![\w/`(])(docs\/[\w./-]+\.md)/g, (path) => isMissingPath(path) && `${path} does not exist`],
    [/\bnpm run ([\w:-]+)/g, (name) => !has('package.json', name) && `npm run ${name} is not a script`],
    [
      /\bnpm --prefix trials run ([\w:-]+)/g,
      (name) => !has('trials/package.json', name) && `${name} is not a script of trials/`,
    ],
    [
      /(?:`|^ *(?:\$ )?)(?:npx )?guichet ([a-z][\w:-]*)/g,
      (name) => !(name in commands) && `guichet ${name} is not a command`,
    ],
    [
      /(?:`|^ *)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)[`=]/g,
      (name) => !isVariable(name) && `${name} is not a setting`,
    ],
  ]
}

/** The anchors that GitHub gives the headings of a document, and those written as `{#anchor}`. */
export function listAnchors(text: string): Set<string> {
  const counts = new Map<string, number>()
  const anchors = new Set<string>()
  for (const [, heading = ''] of withoutBlocks(text).matchAll(/^#+ (.+)$/gm)) {
    const own = /\{#([\w-]+)\}/.exec(heading)?.[1]
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = own ?? plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    anchors.add(count > 0 ? `${slug}-${count}` : slug)
  }
  return anchors
}

/** Links that begin with a slash are pages of the portal, whose own tests follow them. */
function findBrokenLink(root: string, file: string, target: string): string | undefined {
  if (/^([a-z]+:|\/|\{)/.test(target)) return
  const [path = '', anchor] = target.split('#')
  const other = path ? normalize(join(dirname(file), path)) : file
  if (!existsSync(join(root, other))) return `${target} does not exist`
  if (anchor && !listAnchors(readFileSync(join(root, other), 'utf8')).has(anchor))
    return `${other} has no heading for #${anchor}`
}

function readScripts(file: string): string[] {
  return existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, 'utf8')).scripts ?? {}) : []
}

function isVariable(name: string): boolean {
  const plain = name.replace(/_FILE$/, '')
  return otherVariables.test(name) || (settingNames as string[]).includes(plain)
}

function withoutBlocks(text: string): string {
  return text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
}
