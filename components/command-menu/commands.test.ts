import { expect, test } from 'vitest'
import { type CommandGroup, listMatches } from '@/components/command-menu/commands'
import { markWords } from '@/components/search-words'

const market = { application: '1', main: true, detail: 'Sandbox' }
const harbour = { application: '2', main: true, detail: 'Production' }
const keys = { label: 'Keys', keywords: 'rotate secret' }
const groups: CommandGroup[] = [
  {
    title: 'Actions',
    commands: [
      { label: 'Rotate the secret of Échoppe du marché', href: '/1/keys#rotate', ...market },
      { label: 'Rotate the secret of Harbour', href: '/2/keys#rotate', ...harbour },
    ],
  },
  {
    title: 'Applications',
    commands: [
      { label: 'Échoppe du marché', detail: 'Sandbox', keywords: 'guichet_id', href: '/1', main: true },
      { label: 'Harbour', detail: 'Production', href: '/2' },
    ],
  },
  {
    title: 'Pages',
    commands: [
      { ...keys, detail: 'Échoppe du marché · Sandbox', href: '/1/keys', application: '1' },
      { ...keys, detail: 'Harbour · Production', href: '/2/keys', application: '2' },
    ],
  },
  { title: 'Theme', commands: [{ label: 'Dark', action: 'theme', value: 'dark' }] },
]
const found = [
  { title: 'Pages', commands: [{ label: 'The same keys', href: '/1/keys' }] },
  { title: 'Documentation', commands: [{ label: 'Rotate, dark', href: '/docs' }] },
]

test.each<[query: string, current: string | undefined, labels: string[]]>([
  ['', undefined, ['Échoppe du marché']],
  ['', '2', ['Rotate the secret of Harbour', 'Échoppe du marché']],
  ['echoppe sand', undefined, ['Rotate the secret of Échoppe du marché', 'Échoppe du marché', '/1/keys']],
  ['harbour', undefined, ['Harbour', 'Rotate the secret of Harbour', '/2/keys']],
  [
    'rotate',
    '2',
    ['Rotate the secret of Harbour', 'Rotate the secret of Échoppe du marché', '/2/keys', '/1/keys'],
  ],
  ['guichet_id', undefined, ['Échoppe du marché']],
  ['  THEME  da ', undefined, ['Dark']],
  ['\u2068rotate éch\u200bo\u2069', undefined, ['Rotate the secret of Échoppe du marché', '/1/keys']],
  ['dark sandbox', undefined, []],
])('%o, on the pages of application %o, lists %o first', (query, current, labels) => {
  const listed = listMatches(groups, query ? found : [], query, current).flatMap(({ commands }) => commands)
  const shown = listed.map((each) => (each.label === 'Keys' && 'href' in each ? each.href : each.label))
  expect(shown.filter((label) => !['Rotate, dark', 'The same keys'].includes(label))).toEqual(labels)
  if (query) expect(shown.slice(labels.length)).toContain('Rotate, dark')
})

test('a page is listed once, and 8 of a group at most', () => {
  const commands = Array.from({ length: 20 }, (_, index) => ({ label: 'Traffic', href: `/${index % 10}` }))
  const [group] = listMatches([{ title: 'Pages', commands }], [{ title: 'Pages', commands }], 'traffic')
  expect(group?.commands.map(({ label }) => label)).toHaveLength(8)
  const two = listMatches([{ title: 'A', commands }], [{ title: 'B', commands: commands.slice(0, 3) }], 'a')
  expect(two.map(({ title }) => title)).toEqual(['A'])
})

test.each([
  ['Rotate the secret', 'secret rot', '[Rot]ate the [secret]'],
  ['Échoppe du marché', 'ECHO marche', '[Écho]ppe du [marché]'],
  ['a+b (c)', '+b (', 'a[+b] [(]c)'],
  ['Dark', ' ', 'Dark'],
])('of %o, %o marks %o', (text, query, marked) => {
  const parts = markWords(text, query)
  expect(parts.map((part) => (part.hit ? `[${part.text}]` : part.text)).join('')).toBe(marked)
})
