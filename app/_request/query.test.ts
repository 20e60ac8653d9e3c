import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { withQuery } from '@/components/query'
import { queryChoice, queryReader, queryText } from './query'

const read = queryReader({
  text: queryText(5),
  view: queryChoice(['open', 'handled']),
  page: z.coerce.number().int().min(1).catch(1),
})

test.each([
  [
    { text: ' a b ', view: 'open', page: '3', other: 'x' },
    { text: 'a b', view: 'open', page: 3 },
  ],
  [{ text: '\u202aa b\u200b \ufeffc\u202c' }, { text: 'a b c', page: 1 }],
  [{ text: 'a\0bcdefg' }, { text: 'abcde', page: 1 }],
  [{ text: ['a', 'b'], view: ['open'], page: ['1', '2'] }, { page: 1 }],
  [{ text: ' \0', view: 'toString', page: '-1' }, { page: 1 }],
  [{ text: undefined, view: 'OPEN', page: '9e999' }, { page: 1 }],
  [JSON.parse('{"__proto__": ["x"], "constructor": "x", "page": "1.5"}'), { page: 1 }],
])('%j is read as %j', (query, expected) => {
  expect(read(query)).toEqual(expected)
})

test('nothing in a URL makes a page fail', () => {
  const value = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined))
  const query = fc.record({ text: value, view: value, page: value, other: value })
  fc.assert(
    fc.property(query, (each) => {
      const { text, page } = read(each)
      expect(text ?? 'x').toMatch(/^[^\0]{1,5}$/)
      expect(page).toBeGreaterThan(0)
    }),
  )
})

test('a URL gets the parameters that have a value, before its anchor', () => {
  expect(withQuery('/a', { text: 'x & y=z', before: undefined, view: '' })).toBe('/a?text=x+%26+y%3Dz')
  expect(withQuery('/a?done=sent#part', { at: '1', problem: ['b:c', 'd'] })).toBe(
    '/a?done=sent&at=1&problem=b%3Ac&problem=d#part',
  )
  expect(withQuery('/a', {})).toBe('/a')
})
