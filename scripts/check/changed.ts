import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../launch/root'
import { packageProgram } from './step'

/** Cheap tests of the whole project, which no change may skip. */
const walks = [
  ...['prisma/drift.test.ts', 'prisma/grants.test.ts', 'prisma/migrate.test.ts', 'messages/messages.test.ts'],
  ...['test/walls/routes.test.ts', 'app/actions.test.ts', 'emails/emails.test.ts'],
]

/** The journeys for each part of the portal; files outside every part belong to `general`. */
const parts: [RegExp, string[]][] = [
  [/^(app\/docs|components\/snippets)\//, ['docs', 'console']],
  [
    /^(app\/\(review\)|lib\/(validation|documents))\//,
    ['production', 'two-reviewers', 'uploads', 'no-script'],
  ],
  [/^(app\/\(auth\)|lib\/(developers|identity))\//, ['confirmation', 'passkeys', 'privacy', 'sandbox']],
  [/^app\/\(administration\)\//, ['walls', 'two-reviewers']],
  [/^(lib|app\/.*)\/usage\//, ['usage', 'hints-and-status']],
  [/^lib\/sandbox\//, ['test-accounts', 'console']],
  [/^(gateway|worker|mailbox)\//, ['sandbox', 'health']],
]
const general = ['sandbox', 'bad-input', 'walls', 'access', 'keyboard']
const portal = /^(app|components|messages|i18n|emails|portal|public|next\.config)/

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

/** The journeys to run for these changes. */
export function changedJourneys(changed = listChanged()): string[] {
  const names = changed.flatMap((file) => {
    const own = /^e2e\/([\w-]+)\.spec\.ts$/.exec(file)?.[1]
    if (own) return [own]
    if (file.startsWith('e2e/support/')) return general
    return parts.find(([folder]) => folder.test(file))?.[1] ?? (portal.test(file) ? general : [])
  })
  return [...new Set(names)]
    .map((name) => `e2e/${name}.spec.ts`)
    .filter((file) => existsSync(join(projectRoot, file)))
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
