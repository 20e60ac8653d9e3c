import { expect, test } from 'vitest'
import { filterGroups } from '@/components/command-menu/commands'

const groups = [
  {
    title: 'Applications',
    commands: [{ label: 'Échoppe du marché', detail: 'Sandbox', keywords: 'rotate secret', href: '/a' }],
  },
  { title: 'Theme', commands: [{ label: 'Dark', action: 'theme' as const, value: 'dark' }] },
]

test.each([
  ['', ['Échoppe du marché', 'Dark']],
  ['echoppe sand', ['Échoppe du marché']],
  ['  THEME  da ', ['Dark']],
  ['\u2068écho\u200bppe\u2069', ['Échoppe du marché']],
  ['rotate', ['Échoppe du marché']],
  ['dark sandbox', []],
])('%o leaves %o', (query, labels) => {
  expect(filterGroups(groups, query).flatMap(({ commands }) => commands.map(({ label }) => label))).toEqual(
    labels,
  )
})
