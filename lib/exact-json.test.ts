import { expect, test } from 'vitest'
import { ExactNumber, parseExactJson, parseLosslessJson, serializeExactJson, splitArray } from './exact-json'

const number = (text: string) => new ExactNumber(text)

test.each([
  ['90071992547409931234.10', number('90071992547409931234.10')],
  [' -0 ', number('-0')],
  ['1e400', number('1e400')],
  ['[1.50,[],{}," 12,\\"{" ,true,null]', [number('1.50'), [], {}, ' 12,"{', true, null]],
  ['{"a":{"b":[{"c":1}],"d":"x"},"\\u0065":""}', { a: { b: [{ c: number('1') }], d: 'x' }, e: '' }],
  ['"text"', 'text'],
])('%s is read digit by digit', (text, value) => {
  // Objects have no prototype: compared as JSON gives them.
  const plain = (each: unknown) =>
    JSON.stringify(each, (_, part) => (part instanceof ExactNumber ? `#${part}` : part))
  expect(plain(parseExactJson(text))).toBe(plain(value))
})

test('a name of the prototype is a name like any other', () => {
  expect(Object.keys(parseExactJson('{"__proto__":1,"constructor":2}') as object)).toEqual([
    '__proto__',
    'constructor',
  ])
})

test.each([
  '',
  '{',
  '[1,]',
  '01',
  '+1',
  '.5',
  'NaN',
  "{'a':1}",
  '{"a":1} x',
  '\u{feff}{}',
  '{"a":1,"\\u0061":2}',
])('%j is refused', (text) => {
  expect(() => parseExactJson(text)).toThrow(SyntaxError)
})

test('a member that is given twice has no value that anyone takes, however its name and the rest are written', () => {
  for (const rest of ['', ',"c":[{"a":1}]', ',"c":" \\":"', ',"c":12345678901234567']) {
    const text = `{"a":{"b":1},"\\u0061" :[2]${rest}}`
    expect((parseLosslessJson(text) as { a: object }).a).toEqual({})
    expect(serializeExactJson(parseLosslessJson(text))).toBe(`{"a":"given twice"${rest}}`)
    const once = text.replace('u0061', 'u0062')
    expect(serializeExactJson(parseLosslessJson(once))).toBe(`{"a":{"b":1},"b":[2]${rest}}`)
  }
})

test('deep nesting needs no stack', () => {
  const depth = 30_000
  expect(parseExactJson('['.repeat(depth) + ']'.repeat(depth))).toHaveLength(1)
})

test('only numbers that a double does not keep are read by their digits, whatever texts end with', () => {
  const read = (text: string) => (parseLosslessJson(text) as { value: unknown }).value instanceof ExactNumber
  for (const number of ['1.50', '1e2', '12345678901234567', '9007199254740993', '0.0', '0.0000001'])
    expect(read(`{"value":${number}}`), number).toBe(true)
  for (const scalar of ['1.5', '12500', '"2026-11-27T09:00:00.120Z"', '"12.50"'])
    expect(Object.getPrototypeOf(parseLosslessJson(`{"value":${scalar}}`)), scalar).toBe(Object.prototype)
})

test.each(['x', '\n', '\\', '"', 'a"\\', '\u2028'])(
  'one number that a double does not keep costs the others, and a long text of %j, nothing',
  (part) => {
    const text = part.repeat(5_000_000)
    const read = parseLosslessJson(`{"a":1.50,"b":-3.5,"text":${JSON.stringify(text)}}`) as { text: string }
    expect({ ...read, text: read.text === text }).toEqual({ a: number('1.50'), b: -3.5, text: true })
  },
)

test('texts cost what they have in length, whatever digits are in them', () => {
  // The least of five: what else the process does meanwhile is not the text's.
  const seconds = (unit: string, isAlone = false) => {
    const text = unit.repeat(200_000)
    const json = JSON.stringify(isAlone ? text : { text })
    const times = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage()
      parseLosslessJson(json)
      return process.cpuUsage(before).user
    })
    return Math.min(...times)
  }
  seconds('x'.repeat(17))
  const usual = Math.max(seconds('x'.repeat(17)), 4_000)
  for (const unit of ['................x', '.000000000000000x', '999999999999999xx'])
    expect(seconds(unit) / usual, unit).toBeLessThan(5)
  expect(seconds('x'.repeat(17), true) / usual, 'no object around it').toBeLessThan(5)
})

test('what is written as JSON has each number by its digits, and every text as it is', () => {
  const text =
    '{"a":[12345678901234567.10,1e400,"\ue000exact:6.6.6","\u2028"],"toJSON":-0.0,"b":null,"":true}'
  expect(serializeExactJson(parseExactJson(text))).toBe(text)
  const others = {
    at: new Date(0),
    gone: undefined,
    list: [undefined, () => 1],
    'a"b': Number.NaN,
    s: '\ud800',
  }
  expect(serializeExactJson(others)).toBe(JSON.stringify(others))
})

test('an array has the texts of its elements', () => {
  const elements = ['1.50', '{"a":[1,{"b":"],"}],"c":"\\\\"}', '"\\",["', '[]', '[[1],[2]]', 'null', '""']
  expect(splitArray(` [ ${elements.join(' ,\n')}]\n`)).toEqual(elements)
  expect(elements.map((each) => JSON.parse(each))).toEqual(JSON.parse(`[${elements}]`))
})
