import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '@/scripts/launch/root'

/**
 * A page or route handler of the portal; `path` is its pattern, as `/applications/[id]/try`, and `file` its
 * module below `app`, without extension.
 */
export type Route = { path: string; file: string; kind: 'page' | 'handler'; methods: string[] }

/** A function that a browser can call by a form or a script. */
export type Action = { file: string; name: string }

const app = join(projectRoot, 'app')

/** Every page and route handler, read from the file system: new ones are included automatically. */
export function walkRoutes(): Route[] {
  return filesBelow(app)
    .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file))
    .map((file): Route => {
      const path = `/${dirname(file)}`.replace(/\/\([^)]*\)/g, '').replace(/^\/\.$/, '') || '/'
      const module = file.replace(/\.tsx?$/, '')
      if (file.endsWith('page.tsx')) return { path, file: module, kind: 'page', methods: ['GET'] }
      const methods = methodsOf(readFileSync(join(app, file), 'utf8'))
      if (methods.length === 0)
        throw new Error(`${file}: write its methods as functions, which the walk finds.`)
      return { path, file: module, kind: 'handler', methods }
    })
    .sort((a, b) => a.path.localeCompare(b.path))
}

/** Every server action that a module exports. @throws when a file hides one inside a function */
export function walkActions(): Action[] {
  return ['app', 'components', 'lib', 'i18n'].flatMap((folder) =>
    filesBelow(join(projectRoot, folder))
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .flatMap((file) => actionsOf(join(folder, file))),
  )
}

/** What docs/acts.md expects of an act. */
export type Expected = {
  by: string
  asks?: 'always' | 'production' | 'before' | 'link'
  final: boolean
  mails?: string
  does?: string
}

/** The rows of docs/acts.md, by the file and the name of an action, or the path and the method of a route. */
export function listExpectations(): [string, Expected][] {
  const rows = readFileSync(join(projectRoot, 'docs/acts.md'), 'utf8').matchAll(/^\| `(.+?)` \|(.+)\|$/gm)
  return [...rows].map(([, act = '', rest = '']): [string, Expected] => {
    const [by = '', asks, final, mails, does] = rest.split('|').map((cell) => cell.trim() || undefined)
    return [act, { by, asks: asks as Expected['asks'], final: final === 'yes', mails, does }]
  })
}

function actionsOf(file: string): Action[] {
  const source = readFileSync(join(projectRoot, file), 'utf8')
  if (!/^\s*['"]use server['"]/m.test(source)) return []
  if (!/^['"]use server['"]/.test(source)) return [{ file, name: '(inline)' }]
  const named = [...source.matchAll(/^export (?:async function|const) (\w+)/gm)]
  return named.map(([, name = '']) => ({ file, name }))
}

function methodsOf(source: string): string[] {
  const handlers = source.matchAll(/^export (?:async )?(?:function|const) ([A-Z]+)\b/gm)
  return [...handlers].map(([, name = '']) => name)
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
}
