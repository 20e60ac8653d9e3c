import { hash, parseOptions, verify } from '@node-rs/argon2'

/** OWASP's floor for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each takes 19 MiB and some 50 ms of one core: more at once would starve the pages. */
const concurrentHashes = 2
const longestQueue = 50
/** Of these places strangers get no more: a flood of guesses must not keep out those whom a browser or a link vouches for. */
const placesForStrangers = 30
/** Of all places one account gets no more: whoever has one must not keep out everyone else. */
const placesForOne = 5

/** Too many passwords are waiting to be checked: a flood. Nothing was decided. */
export class PasswordQueueFull extends Error {
  override name = 'PasswordQueueFull'
}

/**
 * The encoded argon2id hash of a password (RFC 9106), which is normalised first.
 * @param account the id of the account that a session or a link vouches for
 * @throws PasswordQueueFull when too many wait already, in all or for this account
 */
export function hashPassword(password: string, account?: string): Promise<string> {
  return inTurn(() => hash(normalise(password), parameters), account)
}

/**
 * Whether `password` is the one behind `encoded`. With null it takes the same time and returns false, so that unknown
 * addresses cannot be distinguished from known ones.
 * @param account the id of the account that a session or a known browser vouches for; null for a stranger
 * @throws PasswordQueueFull when too many wait already, in all or for this account
 */
export async function checkPassword(
  encoded: string | null,
  password: string,
  account?: string | null,
): Promise<boolean> {
  // Not in turn: refused by a full queue, it would refuse every unknown address from then on, and no known one.
  decoy ??= hash('no password is this one', parameters)
  const against = encoded ?? (await decoy)
  const right = await inTurn(() => verify(against, normalise(password)), account)
  return right && encoded !== null
}

/** True when `encoded` was made with weaker parameters than today's. */
export function needsRehash(encoded: string): boolean {
  const { memoryCost, timeCost } = parseOptions(encoded)
  return memoryCost < parameters.memoryCost || timeCost < parameters.timeCost
}

/** The same password from any keyboard: NIST SP 800-63B-4 §3.1.1.2 asks for NFKC or NFKD. */
export function normalise(password: string): string {
  return password.normalize('NFKC')
}

let decoy: Promise<string> | undefined
let running = 0
const waiting: { account?: string | null; begin: () => void }[] = []

async function inTurn<T>(work: () => Promise<T>, account?: string | null): Promise<T> {
  if (running >= concurrentHashes) {
    if (isFullFor(account)) throw new PasswordQueueFull()
    await new Promise<void>((begin) => waiting.push({ account, begin }))
  } else running += 1
  try {
    return await work()
  } finally {
    // The place goes straight to the next in line, so that nobody can slip in between.
    const next = waiting.shift()
    if (next) next.begin()
    else running -= 1
  }
}

function isFullFor(account: string | null | undefined): boolean {
  if (waiting.length >= (account === null ? placesForStrangers : longestQueue)) return true
  return Boolean(account) && waiting.filter((each) => each.account === account).length >= placesForOne
}
