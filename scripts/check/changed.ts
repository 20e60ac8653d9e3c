import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../launch/root'
import { packageProgram } from './step'

/** Cheap tests of the whole project, which no change may skip. */
const walks = [
  ...['prisma/drift.test.ts', 'prisma/grants.test.ts', 'prisma/migrate.test.ts', 'messages/messages.test.ts'],
  ...['test/walls/routes.test.ts', 'app/actions.test.ts', 'emails/emails.test.ts'],
]

/** Journeys besides those with the name of a folder or file, for what has none; files outside every part belong to `general`. */
const parts: [RegExp, string[]][] = [
  [/^(app\/docs|components\/snippets)\//, ['docs', 'console']],
  [
    /^(app\/\(review\)|(lib|components)\/(validation|documents))\//,
    ['production', 'two-reviewers', 'uploads', 'no-script'],
  ],
  [
    /^(app\/(\(auth\)|oidc)|lib\/(developers|identity))\//,
    ['confirmation', 'passkeys', 'privacy', 'single-sign-on'],
  ],
  [
    /^(app\/\(auth\)|lib\/(developers|identity|mail)|emails)\//,
    ['bad-input', 'sandbox', 'change-of-address'],
  ],
  [/^app\/\(administration\)\//, ['two-reviewers', 'support-view']],
  [/^lib\/(audit|lifecycle)\//, ['administration', 'support-view', 'privacy', 'team']],
  [/^lib\/(applications|limits)\//, ['home', 'team', 'production']],
  [/^lib\/(credentials|oauth|sandbox|tokens|wallet)\//, ['sandbox', 'console', 'keys', 'test-accounts']],
  [/^(lib|app\/.*|components)\/(events|usage)\//, ['usage', 'hints-and-status']],
  [/^(lib|components)\/networks\//, ['addresses']],
  [/^(lib\/branding|app\/brand)\//, ['operator-branding']],
  [/^(gateway|worker|mailbox)\//, ['sandbox', 'health']],
  [/^(messages|i18n)\//, ['french', 'sandbox']],
  [/^(portal\/|app\/_request\/|next\.config)/, ['walls', 'access', 'previous-version', 'privacy']],
  [/^components\/nav/, ['navigation-progress', 'header']],
]
const general = ['sandbox', 'bad-input', 'walls', 'access', 'keyboard']
const portal = /^(app|components|emails|i18n|lib|messages|portal|public|next\.config)/
/** Compared by `npm --prefix trials run looks`. */
const otherRuns = ['looks']

/** The changes since the branch left `main`, including uncommitted ones. Paths from the root. */
function listChanged(): string[] {
  const since = git(['merge-base', 'HEAD', 'main'])[0] ?? 'HEAD'
  const changed = [
    ...git(['diff', '--name-only', since]),
    ...git(['ls-files', '--others', '--exclude-standard']),
  ]
  return [...new Set(changed)]
}

/** The test files that import what has changed, and the tests of the whole project. */
export function changedTests(): { files: string[] } {
  const since = git(['merge-base', 'HEAD', 'main'])[0] ?? 'HEAD'
  const [program = '', ...args] = packageProgram('vitest/vitest.mjs')
  const list = [...args, 'list', '--filesOnly', '--json', '--changed', since, '--project', '!engines*']
  const found = JSON.parse(execFileSync(program, list, { cwd: projectRoot, encoding: 'utf8' }))
  const files = (found as { file: string }[]).map(({ file }) => file.slice(projectRoot.length + 1))
  return { files: [...new Set([...files, ...walks.filter((file) => existsSync(join(projectRoot, file)))])] }
}

/** The journeys to run for these changes: paths from the root. */
export function changedJourneys(changed = listChanged()): string[] {
  const specs = readdirSync(join(projectRoot, 'e2e'))
    .flatMap((file) => /^([\w-]+)\.spec\.ts$/.exec(file)?.[1] ?? [])
    .filter((spec) => !otherRuns.includes(spec))
  const names = new Set(changed.flatMap((file) => journeysOf(file, specs)))
  return specs.filter((spec) => names.has(spec)).map((spec) => `e2e/${spec}.spec.ts`)
}

function journeysOf(file: string, specs: string[]): string[] {
  const own = /^e2e\/([\w-]+)\.spec\.ts$/.exec(file)?.[1]
  if (own) return [own]
  if (file.startsWith('e2e/support/')) return general
  if (/\.test\.tsx?$/.test(file) || (!/^(gateway|worker|mailbox)\//.test(file) && !portal.test(file)))
    return []
  const places = file
    .replace(/(actions|commands|page|queries|schema)\.tsx?$/, '')
    .split('/')
    .slice(1)
    .map((part) => wordsOf(part.replace(/\.\w+$/, '')))
  const named = specs.filter((spec) =>
    places.some((place) => includes(wordsOf(spec), place) || includes(place, wordsOf(spec))),
  )
  const found = [...named, ...parts.flatMap(([part, journeys]) => (part.test(file) ? journeys : []))]
  return found.length > 0 ? found : general
}

/** Words in the singular between hyphens, `-two-reviewer-`. */
function wordsOf(name: string): string {
  const words = name.replace(/[^\w-]/g, '').split('-')
  return `-${words.map((word) => word.replace(/(ss)es$|([^su])s$/, '$1$2')).join('-')}-`
}

function includes(whole: string, part: string): boolean {
  return part.length > 2 && whole.includes(part)
}

function git(args: string[]): string[] {
  try {
    const output = execFileSync('git', args, {
      cwd: projectRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output.split('\n').filter(Boolean)
  } catch {
    return []
  }
}
