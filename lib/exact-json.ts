/** A number of a JSON text, by its digits: an amount may have more of them than a JavaScript number keeps. */
export class ExactNumber {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text
  }

  /** For {@link writeExactJson}, which replaces it by the digits. */
  toJSON(): string {
    return `${mark}${this.text}`
  }
}

/** No text that reaches us has this character. */
const mark = '\ue000exact:'

/** Writes JSON with every {@link ExactNumber} by its digits. */
export function writeExactJson(value: unknown): string {
  return restoreNumbers(JSON.stringify(value))
}

/** The same for text that `JSON.stringify` made. */
export function restoreNumbers(text: string): string {
  return text.replaceAll(/"\ue000exact:(-?[\d.]+)"/g, '$1')
}

type Members = Record<string, unknown>
type Open = { value: unknown[] | Members; name: string | null }

/** A text ends at a quote after an even number of backslashes: by alternatives, the stack would end in one of 8 MB. */
const tokens = /[{}[\],:]|".*?(?<!\\)(?:\\\\)*"|[^\s{}[\],:"]+/gs

/** Numbers that a double does not keep: of 16 digits or more, with an exponent, very small, with zeros at their end. */
const inexact = /[\d.]{17}|9\d{15}|\d[eE][+-]?\d|0\.0{6}|\.\d*0(?=[\s,}\]]|$)/
const nameEnd = /"\s*:/g

/** The value of a member that is given twice: readers would differ about it, and none takes this one. */
const givenTwice = new (class {
  toJSON(): string {
    return 'given twice'
  }
})()

/**
 * Parses JSON several times as fast as {@link parseExactJson}, if every number of the text keeps its digits anyway. A
 * member that is given twice has a value that is right nowhere, and harms no other.
 */
export function parseLosslessJson(text: string): unknown {
  if (!inexact.test(text)) {
    const value: unknown = JSON.parse(text)
    if (countNames(text) === countMembers(value)) return value
  }
  return parseExactJson(text, givenTwice, inexact)
}

/** At least as many as there are, as texts may have what looks like one. */
function countNames(text: string): number {
  let count = 0
  for (nameEnd.lastIndex = 0; nameEnd.test(text); ) count++
  return count
}

function countMembers(root: unknown): number {
  let count = 0
  const open = [root]
  const visit = (value: unknown) => void (typeof value === 'object' && value !== null && open.push(value))
  for (let value = open.pop(); value; value = open.pop()) {
    if (Array.isArray(value)) value.forEach(visit)
    else
      for (const name in value as Members) {
        count++
        visit((value as Members)[name])
      }
  }
  return count
}

/**
 * Parses JSON (RFC 8259) with every number as an {@link ExactNumber}. Objects have no prototype.
 * @param twice the value of a member that is given twice
 * @param inexact which numbers, unless all
 * @throws SyntaxError without `twice` also when an object has a name twice (RFC 7493 §2.3): readers would differ
 */
export function parseExactJson(text: string, twice?: object, inexact = /^/): unknown {
  // From here on the text is known to be correct, and reading its tokens is enough. Without recursion, as it
  // may be deep.
  JSON.parse(text)
  const root: unknown[] = []
  const open: Open[] = [{ value: root, name: null }]
  let isName = false
  for (const [token] of text.matchAll(tokens)) {
    const container = open[open.length - 1] as Open
    if (token === '{' || token === '[') {
      const value = token === '{' ? (Object.create(null) as Members) : []
      put(container, value, twice)
      open.push({ value, name: null })
      isName = token === '{'
    } else if (token === '}' || token === ']') open.pop()
    else if (token === ',') isName = !Array.isArray(container.value)
    else if (token === ':') isName = false
    else if (isName) container.name = JSON.parse(token)
    else put(container, readScalar(token, inexact), twice)
  }
  return root[0]
}

function put({ value, name }: Open, member: unknown, twice?: object): void {
  if (Array.isArray(value)) value.push(member)
  else if (!((name as string) in value)) value[name as string] = member
  else if (twice) value[name as string] = twice
  else throw new SyntaxError('a name is given twice')
}

function readScalar(token: string, inexact: RegExp): unknown {
  return /^[-\d]/.test(token) && inexact.test(token) ? new ExactNumber(token) : JSON.parse(token)
}

/** The texts of the elements of an array, whose JSON is known to be correct. */
export function splitArray(text: string): string[] {
  const elements: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (character === '"') at = endOfText(text, at)
    else if ('[{'.includes(character) && depth++ === 0) from = at + 1
    else if (']}'.includes(character)) depth--
    if (depth === 0 ? character === ']' : depth === 1 && character === ',') {
      elements.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  return elements
}

function endOfText(text: string, from: number): number {
  let at = from + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

/** A place in a JSON text, such as `accounts[2].balance.value`. */
export function writePath(path: PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}
