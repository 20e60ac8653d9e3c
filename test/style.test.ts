import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '@/scripts/launch/root'

const outside =
  /^(node_modules|generated|public|coverage|\.)|\/node_modules\/|^clients\/typescript\/src\/api\.ts$/
const sources = readdirSync(projectRoot, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !outside.test(entry.name))
  .flatMap(({ name }) =>
    readdirSync(join(projectRoot, name), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(name, file),
    ),
  )
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !outside.test(file))

/** Forms of code that the formatter does not see. */
const refused: [string, RegExp][] = [
  ['a comment wider than 120 columns', /^(?=.{121}) *(\/\/|\/?\*)/m],
  ['a literal that is spread where it could be written', /^ *\.\.\.(\{ [^}]*\}|\['[^\]]*\]),$/m],
  [
    'a constant that the server could not read, as its module is the browser’s',
    /^'use client'[\s\S]*^export const [a-z]\w* = ['"\d]/m,
  ],
  ['awaits in a tuple, which look parallel', /^ *const \[[^\]]*\] = \[await /m],
]

test.each(refused)('no file has %s', (_, pattern) => {
  expect(sources.length).toBeGreaterThan(1000)
  expect(sources.filter((file) => pattern.test(readFileSync(join(projectRoot, file), 'utf8')))).toEqual([])
})

test('every colour of a chart that a class names is one', () => {
  const defined = readFileSync(join(projectRoot, 'app/globals.css'), 'utf8')
  const named = sources.flatMap((file) => [
    ...readFileSync(join(projectRoot, file), 'utf8').matchAll(/(?:fill|stroke|bg|text)-(chart-[a-z]+)/g),
  ])
  expect(named.length).toBeGreaterThan(0)
  expect(
    named.filter(([, name]) => !defined.includes(`--${name}: light-dark(`)).map(([name]) => name),
  ).toEqual([])
})
