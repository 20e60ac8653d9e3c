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

/**
 * An account as {@link parseExactly} read it.
 * @throws TypeError for anything else that is JSON
 */
export function requireAccount(value: unknown): unknown {
  const account = (value ?? {}) as Record<string, unknown>
  const texts = ['msisdn', 'type', 'status'].every((name) => typeof account[name] === 'string')
  if (texts && isAmount(account.balance) && isAmount(account.frozenBalance)) return value
  throw new TypeError('The response has no account.')
}

function isAmount(value: unknown): boolean {
  const { value: digits, unit } = (value ?? {}) as Record<string, unknown>
  return typeof digits === 'string' && /^-?\d+(\.\d+)?$/.test(digits) && typeof unit === 'string'
}
