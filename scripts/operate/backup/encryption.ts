import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter } from 'age-encryption'
import { CommandError } from '../command'
import { ArchiveError } from './archive'

// Files of a backup in the format of age (age-encryption.org/v1): the program `age` opens them too.

/** A step of a pipeline. */
export type Step = (input: AsyncIterable<Buffer>) => AsyncIterable<Uint8Array>

/**
 * Encrypts to public keys.
 * @param recipients such as `age1…`, at least one
 * @throws CommandError that names one that is not a public key
 */
export function encryptTo(recipients: readonly string[]): Step {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      // Quoted, a secret key would be in the terminal's history and the journal.
      if (/^AGE-(SECRET-KEY|PLUGIN)-/i.test(recipient))
        throw new CommandError(
          '--recipient: this is a secret key of age. Give its public key, such as age1….',
        )
      throw new CommandError(`--recipient: "${recipient}" is not a public key of age, such as age1….`)
    }
  }
  return (input) => pass(input, (stream) => encrypter.encrypt(stream))
}

/**
 * Reads the secret keys of a file written by `age-keygen`.
 * @throws CommandError when there is no such file, or no key in it
 */
export function readIdentities(path: string): Decrypter {
  const decrypter = new Decrypter()
  try {
    const lines = readFileSync(path, 'utf8').split('\n')
    const identities = lines.map((line) => line.trim()).filter((line) => line && !line.startsWith('#'))
    for (const identity of identities) decrypter.addIdentity(identity)
    if (identities.length > 0) return decrypter
  } catch {
    // Reported below: the error could quote the key.
  }
  throw new CommandError(`--identity: ${path} cannot be read, or does not hold a secret key of age.`)
}

/** Decrypts with the keys of {@link readIdentities}. */
export function decryptWith(decrypter: Decrypter): Step {
  return (input) => pass(input, (stream) => decrypter.decrypt(stream))
}

/**
 * Tries the keys on the beginning of a file, before anything is restored.
 * @throws ArchiveError when none of them opens it
 */
export async function refuseWrongIdentity(path: string, decrypter: Decrypter): Promise<void> {
  const file = await open(path)
  try {
    const stream = Readable.toWeb(file.createReadStream({ autoClose: false }))
    const opened = await decrypter.decrypt(stream as ReadableStream<Uint8Array>)
    await opened.cancel()
  } catch {
    throw new ArchiveError(`${path}: was encrypted to another key than those of --identity.`)
  } finally {
    await file.close()
  }
}

async function* pass(
  input: AsyncIterable<Buffer>,
  through: (stream: globalThis.ReadableStream<Uint8Array>) => Promise<globalThis.ReadableStream<Uint8Array>>,
): AsyncIterable<Uint8Array> {
  const output = await through(Readable.toWeb(Readable.from(input)) as never)
  yield* Readable.fromWeb(output as never) as AsyncIterable<Uint8Array>
}
