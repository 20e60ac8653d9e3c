import { expect, test } from 'vitest'
import { projectRoot } from '../launch/root'
import { findIn, listTexts, proseOf } from './words'

test('avoided words are found in texts, and not in code, links or keys', () => {
  expect(findIn('The former one stands there.', 'a.md').map(({ found }) => found)).toEqual([
    'stands',
    'former',
  ])
  expect(findIn('Use `beside()`, see [it](docs/told.md).\n```sh\nmend at once\n```\nFine.', 'a.md')).toEqual(
    [],
  )
  expect(findIn('  "former": "The previous one"', 'en/a.json')).toEqual([])
  expect(findIn('  "x": "Works at once"', 'en/a.json')).toEqual([
    { place: 'en/a.json:1', found: 'at once', better: 'immediately, right away' },
  ])
})

test('e-mails, settings and error texts are read too', () => {
  const read = listTexts(projectRoot)
  for (const file of [
    ...['emails/layout.tsx', 'ops/haproxy.cfg', 'ops/engines/patroni.yml', 'lib/problems.ts', '.env.example'],
    ...['compose.yaml', 'prisma/schema.prisma', 'messages/en/team.json', 'docs/architecture.md'],
  ])
    expect(read).toContain(file)
  const found = findIn('# A table of its own, until one is there: no answer.', 'ops/a.yml')
  expect(found.map(({ found: word }) => word)).toEqual(['of its own', 'no answer', 'one is there'])
})

test('of source code, comments and titles of tests are read', () => {
  const source = [
    "import { told } from './told'",
    '/** The former one. */',
    ' * Returns at once.',
    "const answer = 'nobody' // a mended one",
    "test('a form that stands alone', () => {",
    '// See `told`.',
  ].join('\n')
  expect(findIn(proseOf(source), 'lib/a.ts').map(({ found, place }) => [place, found])).toEqual([
    ['lib/a.ts:2', 'former'],
    ['lib/a.ts:3', 'at once'],
    ['lib/a.ts:4', 'mended'],
    ['lib/a.ts:5', 'stands'],
  ])
})
