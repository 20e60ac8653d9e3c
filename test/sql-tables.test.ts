import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Feature } from '@/lib/feature'

// SQL is text, in which the layers of imports see nothing: a door says which tables of others its concept names.

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))

const listTables = (path: string) =>
  existsSync(path)
    ? [...readFileSync(path, 'utf8').matchAll(/^ {2}@@map\("(\w+)"\)/gm)].map(([, table = '']) => table)
    : []
const tables = new Set(listFiles('prisma/schema').flatMap(listTables))

/** The tables that the SQL of a folder names: after a keyword, or a comma of its list. */
function namedTables(folder: string): Set<string> {
  const files = listFiles(folder).filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  const lists = files.flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(
      /\b(?:FROM|JOIN|INTO|UPDATE|USING)\s+(?:ONLY\s+)?(\w+(?: \w+)?(?:, \w+(?: \w+)?)*)/g,
    ),
  ])
  const names = lists.flatMap(([, list = '']) => list.split(', ').map((each) => each.split(' ')[0] ?? ''))
  return new Set(names.filter((name) => tables.has(name)))
}

const concepts = readdirSync('lib', { withFileTypes: true }).filter((entry) => entry.isDirectory())

test.each(concepts.map(({ name }) => name))('%s says which tables of others it names', async (name) => {
  const [door] = Object.values(await import(resolve('lib', name, 'feature.ts'))) as [Feature]
  const own = new Set(listTables(`prisma/schema/${name}.prisma`))
  expect([...namedTables(`lib/${name}`)].filter((table) => !own.has(table)).sort()).toEqual(
    door.foreignTables ?? [],
  )
})

test.each(['app', 'components', 'feed', 'gateway', 'portal', 'worker'])(
  '%s leaves SQL to the concepts',
  (folder) => {
    expect(namedTables(folder)).toEqual(new Set())
  },
)
