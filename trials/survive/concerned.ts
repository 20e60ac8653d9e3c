import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A build's schema: the SQL of its migrations in one text, and its Prisma schema. */
export type Schema = { sql: string; prisma: string }

/**
 * The tables, types and functions of a build's schema that migrations name, and the functions that use those. What a
 * statement about a new table only refers to is left out: the build never writes to that table.
 * @param migrations the SQL that the build does not have yet
 */
export function findTouched(migrations: string[], { sql }: Schema): Set<string> {
  const known = new Set(
    [...sql.matchAll(/^CREATE [A-Z ]*?(?:TABLE|TYPE|VIEW|FUNCTION) "?(\w+)/gm)].map(nameOf),
  )
  const touched = new Set(
    migrations
      .flatMap((each) => wordsOf(withoutNewTables(withoutProse(each), known)))
      .filter((word) => known.has(word)),
  )
  const functions = [...sql.matchAll(/^CREATE (?:OR REPLACE )?FUNCTION (\w+)([\s\S]*?\$\$[\s\S]*?\$\$)/gm)]
  // A function of a function of a table too.
  for (let before = 0; before !== touched.size; ) {
    before = touched.size
    for (const [, name = '', body = ''] of functions)
      if (inSql(touched).test(withoutProse(body))) touched.add(name)
  }
  return touched
}

/**
 * The tests that use one of these in their own text or in a module that they import: in SQL, as a Prisma model, or by a
 * relation to one.
 * @param root the build's folder; the tests are paths from there
 */
export function findConcerned(
  root: string,
  tests: string[],
  touched: Set<string>,
  { prisma }: Schema,
): string[] {
  if (touched.size === 0) return []
  const pattern = mentionOf(touched, prisma)
  return tests.filter((test) =>
    [test, ...subjectsOf(root, test)].some((file) => pattern.test(readFileSync(join(root, file), 'utf8'))),
  )
}

function mentionOf(touched: Set<string>, prisma: string): RegExp {
  const models = new Map<string, string>()
  for (const [, model = '', body = ''] of prisma.matchAll(/^(?:model|enum) (\w+) \{([\s\S]*?)^\}/gm))
    models.set(/@@map\("(\w+)"\)/.exec(body)?.[1] ?? model, model)
  const names = [...touched].map((name) => models.get(name)).filter((name) => name !== undefined)
  const relations = [...prisma.matchAll(/^ +(\w+) +(\w+)(?:\[\]|\?)?(?= |$)/gm)]
    .filter(([, , type = '']) => names.includes(type))
    .map(nameOf)
  const delegates = names.map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`)
  return new RegExp(
    [
      inSql(touched).source,
      ...(delegates.length > 0 ? [`\\.(?:${delegates.join('|')})\\.\\w+\\(`] : []),
      ...(relations.length > 0 ? [`\\b(?:${relations.join('|')}): \\{`] : []),
    ].join('|'),
  )
}

/** As a table, the type of a value, or a function. */
function inSql(touched: Set<string>): RegExp {
  const names = `(?:${[...touched].join('|')})\\b`
  return new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE|TABLE|ON|ONLY) +"?${names}|::"?${names}|\\b${names}\\(`)
}

/** What a test imports, apart from the helpers that make its data: some test of each of their modules is concerned too. */
function subjectsOf(root: string, test: string): string[] {
  return [...readFileSync(join(root, test), 'utf8').matchAll(/(?:from|import\()\s*'(@\/|\.[^']*\/)([^']+)'/g)]
    .map(([, folder = '', name = '']) => (folder === '@/' ? name : join(dirname(test), folder, name)))
    .filter((module) => !module.startsWith('test/'))
    .flatMap((module) => [`${module}.ts`, `${module}.tsx`])
    .filter((file) => existsSync(join(root, file)))
}

/** Statements about tables that the build does not have. */
function withoutNewTables(sql: string, known: Set<string>): string {
  const statement = /\b(?:CREATE TABLE|ALTER TABLE|CREATE (?:UNIQUE )?INDEX \S+ ON)\s+"?(\w+)[^;]*;/g
  return sql.replace(statement, (text, table: string) => (known.has(table) ? text : ''))
}

/** Without comments and texts. */
function withoutProse(sql: string): string {
  return sql.replace(/--.*$/gm, '').replace(/'[^']*'/g, "''")
}

function wordsOf(sql: string): string[] {
  return sql.match(/\w+/g) ?? []
}

function nameOf([, name = '']: RegExpExecArray): string {
  return name
}
