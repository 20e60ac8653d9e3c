/** `kind` decides the colour; white space and punctuation are `mark`. */
export type JsonPart = { kind: 'key' | 'string' | 'number' | 'word' | 'mark'; text: string }

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s[\]{},:"]+/g
/** Deeper levels are not indented further, so that the result is never much longer than the text. */
const maxIndent = 12

/**
 * JSON with one member per line. Works on the text, as `JSON.parse` would round large amounts: every literal
 * is returned as it was received.
 * @returns null if the text is not JSON
 */
export function formatJson(text: string): JsonPart[] | null {
  if (!isJson(text)) return null
  const found = text.match(tokens) ?? []
  let depth = 0
  const line = () => `\n${'  '.repeat(Math.min(depth, maxIndent))}`
  return found.map((part, index): JsonPart => {
    const isEmpty = /^[[{]$/.test(found[index - 1] ?? '')
    if (part === '{' || part === '[') {
      depth++
      return { kind: 'mark', text: /^[\]}]$/.test(found[index + 1] ?? '') ? part : part + line() }
    }
    if (part === '}' || part === ']') {
      depth--
      return { kind: 'mark', text: isEmpty ? part : line() + part }
    }
    if (part === ',') return { kind: 'mark', text: part + line() }
    if (part === ':') return { kind: 'mark', text: ': ' }
    if (part.startsWith('"')) return { kind: found[index + 1] === ':' ? 'key' : 'string', text: part }
    return { kind: /^[-\d]/.test(part) ? 'number' : 'word', text: part }
  })
}

/** The same as one text; a text that is not JSON is left as it is. */
export function indentJson(text: string): string {
  return formatJson(text)?.reduce((whole, part) => whole + part.text, '') ?? text
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
