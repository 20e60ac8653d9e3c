import { hash, parseOptions, verify } from '@node-rs/argon2'

/** OWASP's floor for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each takes 19 MiB and some 50 ms of one core: more at once would starve the pages. */
const concurrentHashes = 2
const longestQueue = 50
/** Of these places strangers get no more: a flood of guesses must not keep out those whom a browser or a link vouches for. */
const placesForStrangers = 30

/** Too many passwords are waiting to be checked: a flood. Nothing was decided. */
export class PasswordQueueFull extends Error {
  override name = 'PasswordQueueFull'
}

/**
 * The encoded argon2id hash of a password (RFC 9106), which is normalised first.
 * @throws PasswordQueueFull when too many wait already
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalise(password), parameters))
}

/**
 * Whether `password` is the one behind `encoded`. With null it takes the same time and returns false, so that unknown
 * addresses cannot be distinguished from known ones.
 * @param stranger nothing vouches for the caller: no session, link or known browser
 * @throws PasswordQueueFull when too many wait already
 */
export async function checkPassword(
  encoded: string | null,
  password: string,
  stranger = false,
): Promise<boolean> {
  decoy ??= hashPassword('no password is this one')
  const against = encoded ?? (await decoy)
  const right = await inTurn(
    () => verify(against, normalise(password)),
    stranger ? placesForStrangers : longestQueue,
  )
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
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>, places = longestQueue): Promise<T> {
  if (running >= concurrentHashes) {
    if (waiting.length >= places) throw new PasswordQueueFull()
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    // The place goes straight to the next in line, so that nobody can slip in between.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
