import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { projectRoot } from '../launch/root.ts'

/** Only `npm run test:all` runs `slow`, which are `*.slow.test.ts`, and `engines`, which need Debian's programs. */
export const projectNames = ['unit', 'database', 'processes', 'slow', 'engines'] as const
export type ProjectName = (typeof projectNames)[number]

const folders = [
  ...['app', 'clients', 'components', 'emails', 'gateway', 'i18n', 'lib', 'mailbox', 'messages', 'portal'],
  ...['prisma', 'scripts', 'test', 'trials', 'worker'],
]

/** The imports of a test file, directly or through helpers of `test/`, to be in a project; the first match counts. */
const rules: [ProjectName, RegExp][] = [
  ['engines', /^(test\/(programs|postgres-15|standby-pair|redis)|(.*\/)?(cluster\/engines|faults\/line))$/],
  ['processes', /^(node:child_process|scripts\/launch\/(postgres\/server|build\/bill-of-materials))$/],
  ['database', /^(test\/postgres|lib\/database)$/],
]

/** Every test file of the project, sorted by what it imports. */
export function sortTests(): Record<ProjectName, string[]> {
  const sorted: Record<ProjectName, string[]> = {
    unit: [],
    database: [],
    processes: [],
    slow: [],
    engines: [],
  }
  for (const file of listTests()) sorted[projectOf(file)].push(file)
  return sorted
}

/** The project of one test file, its path relative to the root. */
export function projectOf(file: string): ProjectName {
  // It tests what a unit test may not do.
  if (file === 'scripts/check/projects.test.ts') return 'unit'
  if (file.endsWith('.slow.test.ts')) return 'slow'
  const imported = listImports(file)
  return rules.find(([, pattern]) => [...imported].some((name) => pattern.test(name)))?.[0] ?? 'unit'
}

/** Whether a test file loads pages or calls actions: it needs `test/setup-pages.ts`. */
export function loadsPages(file: string): boolean {
  return /test\/walls\/(load-page|next-request)'/.test(readFileSync(join(projectRoot, file), 'utf8'))
}

/** The test files outside `slow` that have tests with the tag `slow`. */
export function filesWithSlow(): string[] {
  return listTests().filter((file) => /\btags: 'slow'/.test(readFileSync(join(projectRoot, file), 'utf8')))
}

/** Packages are not looked through: `trials` has its own, with more files than the project. */
function listTests(folder = ''): string[] {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (!entry.isDirectory()) return /\.test\.tsx?$/.test(path) ? [path] : []
      const searched = folder === '' ? folders.includes(entry.name) : entry.name !== 'node_modules'
      return searched ? listTests(path) : []
    })
    .sort()
}

/** Modules by their path from the root, without extension. Imports are followed through the helpers of `test/` only. */
function listImports(file: string, found = new Set<string>()): Set<string> {
  const source = readFileSync(join(projectRoot, file), 'utf8')
  for (const [, name = ''] of source.matchAll(/^(?:import|export|\} from)\b[^'\n]*'([^']+)'/gm)) {
    const module = resolveImport(name, file)
    if (found.has(module)) continue
    found.add(module)
    if (module === 'test/postgres') continue
    if (module.startsWith('test/') && existsSync(join(projectRoot, `${module}.ts`)))
      listImports(`${module}.ts`, found)
  }
  return found
}

function resolveImport(name: string, from: string): string {
  if (name.startsWith('@/')) return name.slice(2)
  if (!name.startsWith('.')) return name
  return relative(projectRoot, join(projectRoot, dirname(from), name)).replace(/\.ts$/, '')
}
