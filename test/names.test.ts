import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '@/scripts/launch/root'

const exported = /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class|type|interface) (\w+)/gm

/** Next's files export names that Next gives. An action is named as the command that it executes, and its id has it. */
const namedByOthers = /(^|[/-])(actions|route|page|layout|not-found|forbidden)\.tsx?$/

const files = ['app', 'components', 'gateway', 'lib', 'worker']
  .flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => /(?<!\.test|\.d)\.tsx?$/.test(file) && !namedByOthers.test(file))

test('an exported name is unique, or carries its concept', () => {
  const places = new Map<string, Set<string>>()
  for (const file of files)
    for (const [, name = ''] of readFileSync(join(projectRoot, file), 'utf8').matchAll(exported))
      places.set(name, (places.get(name) ?? new Set()).add(file))
  expect(places.size).toBeGreaterThan(2000)
  expect([...places].filter(([, { size }]) => size > 1).map(([name, of]) => [name, ...of])).toEqual([])
})
