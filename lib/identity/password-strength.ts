import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { dictionary as french } from '@zxcvbn-ts/language-fr'
import { dictionary as portuguese } from '@zxcvbn-ts/language-pt-br'
import { lastBranding } from '@/lib/branding/last-read'
import { normalise } from './password'
import { passwordLimit, passwordMinimum, passwordMinimumWithSecondFactor } from './schema'

/** Why a password is refused. Each is the key of a message. */
export type Weakness =
  | 'password_too_short'
  | 'password_too_short_with_code'
  | 'password_too_long'
  | 'password_common'
  | 'password_names_you'
  | 'password_repeats'
  | 'password_sequence'
  | 'password_keyboard'
  | 'password_date'
  | 'password_guessable'

/**
 * zxcvbn's scale is 0 to 4. 3 is "safely unguessable: moderate protection from an offline slow-hash scenario". With a
 * second factor 2 is sufficient, "protection from unthrottled online attacks", as 8 characters could not reach more.
 */
const lowestScore = 3
const lowestScoreWithSecondFactor = 2

/**
 * The weakness of a new password, or null (NIST SP 800-63B-4 §3.1.1.2: length and blocklist, no rules of composition).
 * Its length counts Unicode characters.
 * @param email the owner's address, whose parts are no secret
 */
export function findWeakness(password: string, email: string, hasSecondFactor: boolean): Weakness | null {
  const plain = normalise(password)
  const length = [...plain].length
  if (hasSecondFactor && length < passwordMinimumWithSecondFactor) return 'password_too_short_with_code'
  if (!hasSecondFactor && length < passwordMinimum) return 'password_too_short'
  if (length > passwordLimit) return 'password_too_long'
  if (isCommon(plain)) return 'password_common'
  const names = `${email} ${lastBranding()?.productName ?? ''} guichet`.toLowerCase()
  const known = names.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
  if (restsOn(known, plain)) return 'password_names_you'
  // Only the first 64 characters are scored: the cost grows faster than the length.
  const { score, feedback } = estimator().check(plain.slice(0, 64), known)
  return score >= (hasSecondFactor ? lowestScoreWithSecondFactor : lowestScore)
    ? null
    : name(feedback.warning)
}

/** Whether a password that was set alongside a second factor is too short without one. */
export function isTooShortAlone(password: string): boolean {
  return [...normalise(password)].length < passwordMinimum
}

/** True when too little of a password is left without the words that anyone would try first. */
function restsOn(known: string[], plain: string): boolean {
  let rest = plain.toLowerCase()
  for (const word of known.filter(({ length }) => length > 3)) rest = rest.replaceAll(word, '')
  return rest.length < Math.min(plain.length, passwordMinimumWithSecondFactor)
}

let made: ZxcvbnFactory | undefined
let listed: Set<string> | undefined

/** Word lists that take 45 MB, loaded for the first password and not at start-up. */
function estimator(): ZxcvbnFactory {
  made ??= new ZxcvbnFactory({
    dictionary: { ...common, ...english, ...french, ...portuguese },
    graphs: adjacencyGraphs,
    // The default of 100 takes a second of CPU time for a single long password.
    l33tMaxSubstitutions: 5,
  })
  return made
}

function isCommon(plain: string): boolean {
  listed ??= new Set(common['passwords-common'])
  return listed.has(plain.toLowerCase())
}

/** zxcvbn returns its own message key, as it was given no translations. */
function name(warning: string | null): Weakness {
  switch (warning) {
    case 'topTen':
    case 'topHundred':
    case 'common':
    case 'similarToCommon':
    case 'pwned':
      return 'password_common'
    case 'userInputs':
      return 'password_names_you'
    case 'simpleRepeat':
    case 'extendedRepeat':
      return 'password_repeats'
    case 'sequences':
      return 'password_sequence'
    case 'straightRow':
    case 'keyPattern':
      return 'password_keyboard'
    case 'dates':
    case 'recentYears':
      return 'password_date'
    default:
      return 'password_guessable'
  }
}
