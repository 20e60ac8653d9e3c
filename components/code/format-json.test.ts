import { expect, test } from 'vitest'
import { formatJson } from './format-json'

const textOf = (json: string) =>
  formatJson(json)
    ?.map(({ text }) => text)
    .join('')

test('a body is broken into lines, and every literal stays as it was received', () => {
  const body =
    '{"msisdn":"221770000003","balance":{"value":90071992547409931234.50,"unit":"XOF"},"faults":[],"last":[null,-1e3]}'
  expect(textOf(body)).toBe(`{
  "msisdn": "221770000003",
  "balance": {
    "value": 90071992547409931234.50,
    "unit": "XOF"
  },
  "faults": [],
  "last": [
    null,
    -1e3
  ]
}`)
})

test('keys, strings, numbers and words are distinguished, also with JSON inside a string', () => {
  expect(
    formatJson('{"a \\"b\\": 1":"{\\"c\\": 2}","d":7,"e":true}')?.filter(({ kind }) => kind !== 'mark'),
  ).toEqual([
    { kind: 'key', text: '"a \\"b\\": 1"' },
    { kind: 'string', text: '"{\\"c\\": 2}"' },
    { kind: 'key', text: '"d"' },
    { kind: 'number', text: '7' },
    { kind: 'key', text: '"e"' },
    { kind: 'word', text: 'true' },
  ])
})

test('what is not an object or a list is left alone', () => {
  for (const text of ['', '<html>not ours</html>', '{"cut":', '"text"', '12'])
    expect(formatJson(text)).toBeNull()
})

test('deep nesting does not make the text much longer', () => {
  const depth = 4000
  expect(textOf('['.repeat(depth) + ']'.repeat(depth))?.length).toBeLessThan(depth * 60)
})
