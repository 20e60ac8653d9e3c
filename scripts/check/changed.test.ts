import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../launch/root'
import { changedJourneys } from './changed'

const general = changedJourneys(['app/globals.css'])

function journeysOf(...files: string[]): string[] {
  return changedJourneys(files).map((file) => file.slice('e2e/'.length, -'.spec.ts'.length))
}

function list(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    join(folder, file),
  )
}

test('a folder or file names its journeys', () => {
  expect(journeysOf('lib/webhooks/commands.ts')).toEqual(['administration-webhooks', 'webhooks'])
  expect(journeysOf('app/(portal)/applications/[id]/rehearsal/page.tsx')).toEqual([
    'operator-rehearsal',
    'rehearsal',
  ])
  expect(journeysOf('components/passkey-form.tsx')).toEqual(['passkeys'])
  expect(journeysOf('lib/networks/schema.ts')).toEqual(['addresses'])
  expect(journeysOf('e2e/team.spec.ts')).toEqual(['team'])
  expect(journeysOf('lib/webhooks/webhooks.test.ts', 'docs/glossary.md', 'trials/usage.ts')).toEqual([])
})

test('every concept of lib has journeys', () => {
  const concepts = readdirSync(join(projectRoot, 'lib'), { withFileTypes: true }).filter((each) =>
    each.isDirectory(),
  )
  const without = concepts.filter(
    ({ name }) => changedJourneys([`lib/${name}/x.ts`]).join() === general.join(),
  )
  expect(without.map(({ name }) => name)).toEqual([])
})

test('every journey is concerned by some change of the product', () => {
  const files = ['app', 'components', 'emails', 'gateway', 'lib', 'messages', 'portal'].flatMap(list)
  const specs = list('e2e').filter((file) => file.endsWith('.spec.ts') && file !== 'e2e/looks.spec.ts')
  expect(changedJourneys(files)).toEqual(specs.sort())
})
