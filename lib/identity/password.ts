import { hash, parseOptions, verify } from '@node-rs/argon2'

/** OWASP's minimum for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each takes 19 MiB and some 50 ms of one core: more in parallel would starve the pages. */
const concurrentHashes = 2
const maxQueueLength = 50
/** Maximum places for strangers: a flood of guesses must not block people with a session, link or known browser. */
const placesForStrangers = 30
/** Maximum places for one account, so that it cannot block all others. */
const placesForOne = 5

/** Too many passwords are waiting to be checked, as in a flood of attempts. No decision was made. */
export class PasswordQueueFull extends Error {
  override name = 'PasswordQueueFull'
}

/**
 * The encoded argon2id hash of a password (RFC 9106), which is normalised first.
 * @param account the id of the account that a session or a link identifies
 * @throws PasswordQueueFull when too many are waiting, in all or for this account
 */
export function hashPassword(password: string, account?: string): Promise<string> {
  return inTurn(() => hash(normalise(password), parameters), account)
}

/**
 * Whether `password` matches the hash `encoded`. With null it takes the same time and returns false, so that unknown
 * addresses cannot be distinguished from known ones.
 * @param account the id of the account that a session or a known browser identifies; null for a stranger
 * @throws PasswordQueueFull when too many are waiting, in all or for this account
 */
export async function checkPassword(
  encoded: string | null,
  password: string,
  account?: string | null,
): Promise<boolean> {
  // Not queued: if a full queue refused it, every unknown address would be refused from then on, and no known one.
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

/** Makes a password the same from any keyboard: NIST SP 800-63B-4 §3.1.1.2 requires NFKC or NFKD. */
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
    // The place is handed directly to the next in the queue, so that no newcomer can take it.
    const next = waiting.shift()
    if (next) next.begin()
    else running -= 1
  }
}

function isFullFor(account: string | null | undefined): boolean {
  if (waiting.length >= (account === null ? placesForStrangers : maxQueueLength)) return true
  return Boolean(account) && waiting.filter((each) => each.account === account).length >= placesForOne
}
