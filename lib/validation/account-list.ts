import { done, type Result, refused } from '@/lib/result'

/** Maximum characters of the list of accounts that a reviewer grants, typed or from a file. */
export const maxAccountListLength = 400_000
/** Maximum accounts in a list. */
const maxAccounts = 20_000

const isMsisdn = (text: string) => /^\+?[1-9][0-9]{5,14}$/.test(text)

/**
 * Parses msisdns, one per line or separated by commas, semicolons or blanks; a leading `+` is dropped. What are
 * numbers only together is one with blanks inside; what could be either is refused.
 * @returns each once, or `none`, `too_many`, or the beginning of the first wrong `entry` (`zeros`: it begins with 00)
 */
export function parseMsisdns(
  text: string,
): Result<bigint[], 'none' | 'too_many'> | { ok: false; reason: 'malformed' | 'zeros'; entry: string } {
  const parts = text.split(/[\r\n,;]|\s(?=\+)/).flatMap(splitEntry)
  if (parts.length === 0) return refused('none')
  if (parts.length > maxAccounts) return refused('too_many')
  const wrong = parts.find((part) => !isMsisdn(part))
  if (wrong !== undefined)
    return { ok: false, reason: /^\+?00/.test(wrong) ? 'zeros' : 'malformed', entry: wrong.slice(0, 40) }
  return done([...new Set(parts.map((part) => BigInt(part.replace('+', ''))))])
}

function splitEntry(entry: string): string[] {
  const words = entry.split(/\s+/).filter(Boolean)
  if (words.length < 2 || !isMsisdn(words.join(''))) return words
  return [words.join(words.every(isMsisdn) ? ' ' : '')]
}
