/** A type as JSON text gives it when every number is read as its digits. */
export type Exact<T> = T extends number ? string : T extends object ? { [K in keyof T]: Exact<T[K]> } : T

const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Reads JSON with numbers as strings: an amount may have more digits than a JavaScript number keeps.
 * @throws SyntaxError
 */
export function parseExactly(json: string): unknown {
  return JSON.parse(json.replace(stringOrNumber, (found) => (found.startsWith('"') ? found : `"${found}"`)))
}
