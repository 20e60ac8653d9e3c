import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../launch/root'

/** A command that a page of the docs has operators run. */
export type DocumentedCommand = {
  /** the page that has it first, relative to the project */
  page: string
  /** as written; a block of `sh` or `sql` is one command */
  text: string
  language: 'sh' | 'sql'
  /** what a `console` block shows below it */
  output?: string
}

const programs = [
  ...['age-keygen', 'curl', 'docker', 'echo', 'guichet', 'journalctl', 'kubectl', 'node', 'npm', 'npx'],
  ...['openssl', 'pg_basebackup', 'pg_isready', 'promtool', 'psql', 'redis-cli', 'sed', 'ss', 'systemctl'],
  ...['systemd-analyze', 'systemd-run', 'ulimit'],
]
/** Code within a line that looks like a command and is none: settings of other programs, and what logs and commands say. */
const noCommands =
  /^(accepting connections|active \(running\)|audit entries|bytes of this log|components: |deprecations: |failsafe_mode: |field is immutable|log lines|log_parameter|on-marked-down|server_login_retry|sign-in refused|single sign-on was|slow database|synchronous_commit|the database is away|webhook: |webhooks wait)/
const fence = /^( *)```(\w*)\n([\s\S]*?)^\1```$/gm
const inline = new RegExp(`^(?:(${programs.join('|')}) \\S|SELECT )`)

/** The commands of the pages that operators read, each once: blocks of `console`, `sh` and `sql`, and those within a line. */
export function listDocumentedCommands(): DocumentedCommand[] {
  const found = listPages().flatMap((page) => readCommands(readPage(page), page))
  const texts = found.map(({ text, output }) => `${text}\n${output ?? ''}`)
  return found.filter((_, at) => texts.indexOf(texts[at] as string) === at)
}

/** The pages that operators read, relative to the project. */
export function listPages(): string[] {
  const operations = readdirSync(join(projectRoot, 'docs/operations')).map(
    (name) => `docs/operations/${name}`,
  )
  return ['README.md', ...operations.sort(), 'docs/runbook.md']
}

export function readPage(page: string): string {
  return readFileSync(join(projectRoot, page), 'utf8')
}

/** Code within the lines of a page that looks like a command of a program that is not listed here. */
export function listUnknownPrograms(markdown: string): string[] {
  return listInline(markdown).filter(
    (code) => /^[a-z…][\w./-]* \S/.test(code) && !inline.test(code) && !noCommands.test(code),
  )
}

/** The commands of one page of Markdown. */
export function readCommands(markdown: string, page: string): DocumentedCommand[] {
  const blocks = [...markdown.matchAll(fence)].flatMap(([, indent = '', language = '', body = '']) =>
    readBlock(language, body.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd()),
  )
  const within = listInline(markdown)
    .filter((code) => inline.test(code))
    .map((text) => ({ text, language: text.startsWith('SELECT ') ? ('sql' as const) : ('sh' as const) }))
  return [...blocks, ...within].map((command) => ({ page, ...command }))
}

function listInline(markdown: string): string[] {
  return [...markdown.replaceAll(fence, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) =>
    code.replaceAll(/\s+/g, ' '),
  )
}

function readBlock(language: string, body: string): Omit<DocumentedCommand, 'page'>[] {
  if (language === 'sql') return [{ language, text: body }]
  // A block of settings alone is the content of a file, which other tests compare with the settings that exist.
  if (language === 'sh')
    return body.split('\n').every((line) => /^[A-Z_]+=[^$]*$/.test(line)) ? [] : [{ language, text: body }]
  if (language !== 'console') return []
  return body
    .split(/^\$ /m)
    .slice(1)
    .map((each) => {
      const [text = '', ...output] = each.trimEnd().split('\n')
      return { language: 'sh', text, output: output.join('\n') }
    })
}

/**
 * Whether a program printed what the docs show. Numbers, times and hashes may differ, and lines may be wrapped; "…" is
 * any text.
 */
export function agrees(documented: string, printed: string): boolean {
  const pattern = plain(documented)
    .split('…')
    .map((part) => part.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*')
  return new RegExp(`^${pattern}$`).test(plain(printed))
}

function plain(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'HASH')
    .replaceAll(/\d+(?:[.,]\d+)*/g, '0')
    .replaceAll(/\b0 (row|line|table|migration|grant)s?\b/g, '0 $1')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
