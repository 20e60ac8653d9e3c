import { ExactNumber, parseExactJson } from '@/lib/exact-json'

type Arguments = Record<string, unknown>

/** What is written in digits, and is a text to the tools. */
const digits = ['msisdn', 'status', 'before']

/**
 * The arguments of an agent as the tools read them: clients send digits as integers, and objects as the JSON of one.
 * What is neither stays as it is, for its tool to refuse.
 * @param exact the same with numbers by their digits
 */
export function readLoosely(given: unknown, exact: Arguments): { given: Arguments; exact: Arguments } {
  const read = { given: { ...(given as Arguments) }, exact: { ...exact } }
  for (const name of digits) {
    const value = exact[name]
    if (value instanceof ExactNumber && /^\d+$/.test(value.text)) read.given[name] = value.text
  }
  if (typeof exact.account === 'string') {
    const account = parseObject(exact.account)
    if (account) Object.assign(read, { exact: { ...read.exact, account } })
  }
  return read
}

function parseObject(text: string): object | null {
  try {
    const value = parseExactJson(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
