/** A number of a JSON text, by its digits: an amount may have more of them than a JavaScript number keeps. */
export class ExactNumber {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text
  }
}

/** Writes JSON as `JSON.stringify` does, with every {@link ExactNumber} by its digits. */
export function serializeExactJson(value: unknown): string {
  return write(value) ?? 'null'
}

function write(value: unknown): string | undefined {
  if (value instanceof ExactNumber) return value.text
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON())
  if (Array.isArray(value)) return `[${value.map((each) => write(each) ?? 'null').join()}]`
  const members: string[] = []
  for (const [name, member] of Object.entries(value)) {
    const text = write(member)
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${members.join()}}`
}

type Members = Record<string, unknown>
type Open = { value: unknown[] | Members; name: string | null }

/** Numbers that a double does not keep: of 16 digits or more, with an exponent, very small, with zeros at their end. */
const inexact = /[\d.]{17}|9\d{15}|[eE]|0\.0{6}|\.\d*0$/
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
  return parseExact(text) ?? parseExactJson(text, givenTwice, inexact)
}

function parseExact(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return hasInexact(text) || countNames(text) !== countMembers(value) ? undefined : value
}

/** Of correct JSON, whose texts may be long and full of digits, and are passed over. */
function hasInexact(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (character === '"') at = endOfText(text, at)
    else if (character >= '0' && character <= '9') {
      const end = endOfScalar(text, at)
      if (inexact.test(text.slice(at, end))) return true
      at = end
    }
  }
  return false
}

/** At least as many as there are, as texts may have what looks like one. */
function countNames(text: string): number {
  let count = 0
  for (nameEnd.lastIndex = 0; nameEnd.test(text); ) count++
  return count
}

function countMembers(root: unknown): number {
  let count = 0
  const open: unknown[] = []
  const visit = (value: unknown) => void (typeof value === 'object' && value !== null && open.push(value))
  // Not a text, whose characters would count as its members.
  visit(root)
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
  for (let at = 0; at < text.length; at++) {
    const first = text[at] as string
    const container = open[open.length - 1] as Open
    if (first === '{' || first === '[') {
      const value = first === '{' ? (Object.create(null) as Members) : []
      put(container, value, twice)
      open.push({ value, name: null })
      isName = first === '{'
    } else if (first === '}' || first === ']') open.pop()
    else if (first === ',') isName = !Array.isArray(container.value)
    else if (first === ':') isName = false
    else if (!blanks.includes(first)) {
      const end = first === '"' ? endOfText(text, at) + 1 : endOfScalar(text, at)
      const token = text.slice(at, end)
      if (isName) container.name = JSON.parse(token)
      else put(container, readScalar(token, inexact), twice)
      at = end - 1
    }
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
  if (!/^[-\d]/.test(token)) return JSON.parse(token)
  return inexact.test(token) ? new ExactNumber(token) : Number(token)
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

/** The place of its closing quote. A pattern would take seconds for some texts of 9 MB, or the whole stack. */
function endOfText(text: string, from: number): number {
  const first = text.indexOf('"', from + 1)
  if (text[first - 1] !== '\\') return first
  let at = from + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

const blanks = ' \t\n\r'

/** The place after a number, or after `true`, `false` or `null`. */
function endOfScalar(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && !',]} \t\n\r'.includes(text[at] as string)) at++
  return at
}

/** A place in a JSON text, such as `accounts[2].balance.value`. */
export function formatPath(path: PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}
