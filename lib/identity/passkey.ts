import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server'
import type { Passkey } from '@/generated/prisma/client'
import { findBranding } from '@/lib/branding/queries'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { database, type Transaction } from '@/lib/database'
import { newId } from '@/lib/ids'
import { done, keepingWrites, refused } from '@/lib/result'
import { dropIdleCodes, findFactors, welcomeFactor } from './factors'
import {
  algorithms,
  type ChallengePurpose,
  challengeSeconds,
  consumeChallenge,
  issueChallenge,
  readAssertion,
  readRegistration,
  relyingParty,
} from './passkey-ceremony'
import { findIssuer } from './provider-settings'
import { newPasskeySchema, passkeyNameSchema } from './schema'
import { ownSession, passkeyOfSelf } from './target'

/** The fields of a passkey that its owner sees. */
export type PasskeyEntry = Pick<Passkey, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>

const passkeyLimit = 20

/** The developer's passkeys, oldest first. */
export async function listPasskeys(developerId: string): Promise<PasskeyEntry[]> {
  return database().passkey.findMany({
    where: { developerId },
    orderBy: { id: 'asc' },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true },
  })
}

/**
 * The options of `navigator.credentials.create`, as JSON (WebAuthn §5.4). The page has required a recent proof of who
 * is there. The name is checked first, as a passkey that is refused later stays on the device. The user handle is the
 * developer's id: it must not contain personal data (WebAuthn §14.6.1).
 */
export const beginRegistration = command({
  on: ownSession,
  right: 'self',
  input: passkeyNameSchema,
  audit: [],
  async run({ transaction, own: { developer, session } }) {
    const { id: rpID } = relyingParty()
    const { productName: rpName } = await findBranding()
    const { id, email } = developer
    const options = await generateRegistrationOptions({
      rpID,
      rpName,
      userID: new TextEncoder().encode(id),
      userName: email,
      userDisplayName: email,
      challenge: await issueChallenge(transaction, session.id, 'register'),
      timeout: challengeSeconds * 1000,
      excludeCredentials: await listDescriptors(transaction, id),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      supportedAlgorithmIDs: algorithms,
    })
    return done(options)
  },
})

/** The options of `navigator.credentials.get`, as JSON (WebAuthn §5.5); limited to this developer's passkeys. */
function beginAssertion(right: 'self' | 'pending', purpose: Exclude<ChallengePurpose, 'register'>) {
  return command({
    on: ownSession,
    right,
    audit: [],
    async run({ transaction, own: { developer, session } }) {
      const options = await generateAuthenticationOptions({
        rpID: relyingParty().id,
        challenge: await issueChallenge(transaction, session.id, purpose),
        timeout: challengeSeconds * 1000,
        allowCredentials: await listDescriptors(transaction, developer.id),
        userVerification: 'required',
      })
      return done(options)
    },
  })
}

export const beginConfirmation = beginAssertion('self', 'confirm')
export const beginSecondFactor = beginAssertion('pending', 'sign_in')

/**
 * Adds a passkey under a name chosen by its owner, with the browser's response, unchecked. Other sessions end, this one
 * gets another id, and a mail is sent. The page has required a recent proof of who is there.
 * @returns recovery codes if it is the first factor; refused `passkey_wrong`, `passkey_known` (already registered),
 *   `passkey_limit` (there are 20)
 */
export const registerPasskey = command({
  on: ownSession,
  right: 'self',
  notifies: 'person',
  input: newPasskeySchema,
  audit: 'passkey.registered',
  taken: { credential_id: 'passkey_known' },
  async run({ transaction, own, input: { name, passkey: response }, mail, record }) {
    const { developer, session } = own
    const credential = await readRegistration(response, (challenge) =>
      consumeChallenge(transaction, session.id, 'register', challenge),
    )
    if (!credential) return keepingWrites(refused('passkey_wrong'))
    const { authenticator, passkeys } = await findFactors(developer.id, transaction)
    if (passkeys >= passkeyLimit) return keepingWrites(refused('passkey_limit'))
    const id = newId()
    await transaction.passkey.create({
      data: {
        id,
        developerId: developer.id,
        credentialId: new Uint8Array(credential.id),
        publicKey: new Uint8Array(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports,
        name,
        createdAt: now(),
      },
    })
    const first = !authenticator && passkeys === 0
    await mail(developer, 'passkey-added', { name, first })
    record({ type: 'passkey', id })
    return done(await welcomeFactor({ transaction, mail }, own, first))
  },
})

/**
 * Removes a passkey and mails its owner.
 * @returns refused `required` (their role requires one, and this is the last), `only_way` (there is neither a password
 *   nor an identity of single sign-on)
 */
export const removePasskey = command({
  on: passkeyOfSelf,
  right: 'self',
  confirm: 'always',
  notifies: 'person',
  audit: 'passkey.removed',
  async run({ transaction, passkey: { id, name, developer }, mail, record }) {
    const { authenticator, passkeys } = await findFactors(developer.id, transaction)
    if (developer.role !== 'developer' && !authenticator && passkeys === 1) return refused('required')
    const identity = { developerId: developer.id, issuer: findIssuer() ?? '' }
    if (developer.passwordHash === null && passkeys === 1)
      if ((await transaction.signInIdentity.count({ where: identity })) === 0) return refused('only_way')
    await transaction.passkey.delete({ where: { id } })
    const factorLeft = await dropIdleCodes(transaction, developer.id)
    await mail(developer, 'passkey-removed', { name, factorLeft })
    record({ type: 'passkey', id }, { factorLeft })
    return done(undefined)
  },
})

/** Whether a response is accepted; `copied` is the id of a passkey that may have been copied. */
export type PasskeyUse = { ok: true } | { ok: false; copied: string | null }

/**
 * Uses a passkey: the browser's response must be signed by one of the developer's own, for this session's challenge,
 * which is used up. A counter that did not rise indicates a copied authenticator (WebAuthn §6.1.1): the response is
 * refused, and the caller records it.
 */
export async function consumePasskey(
  transaction: Transaction,
  developerId: string,
  sessionId: string,
  purpose: Exclude<ChallengePurpose, 'register'>,
  response: unknown,
): Promise<PasskeyUse> {
  const passkey = await findAnswering(transaction, developerId, response)
  if (!passkey) return { ok: false, copied: null }
  return checkPasskey(transaction, passkey, response, (challenge) =>
    consumeChallenge(transaction, sessionId, purpose, challenge),
  )
}

/** Whether the response is signed by this passkey, for a challenge that `take` accepts and uses up. */
export async function checkPasskey(
  transaction: Transaction,
  passkey: Passkey,
  response: unknown,
  take: (challenge: string) => Promise<boolean>,
): Promise<PasskeyUse> {
  const counter = await readAssertion(response, passkey, take)
  if (counter === null) return { ok: false, copied: null }
  const { count } = await transaction.passkey.updateMany({
    // Authenticators without a counter always report 0.
    where: { id: passkey.id, counter: counter === 0 ? 0 : { lt: counter } },
    data: { counter, lastUsedAt: now() },
  })
  return count === 1 ? { ok: true } : { ok: false, copied: passkey.id }
}

async function findAnswering(transaction: Transaction, developerId: string, response: unknown) {
  const id = (response as { id?: unknown } | null)?.id
  if (typeof id !== 'string') return null
  const credentialId = new Uint8Array(Buffer.from(id, 'base64url'))
  return transaction.passkey.findFirst({ where: { credentialId, developerId } })
}

async function listDescriptors(transaction: Transaction, developerId: string) {
  const rows = await transaction.passkey.findMany({ where: { developerId }, orderBy: { id: 'asc' } })
  return rows.map(({ credentialId, transports }) => ({
    id: Buffer.from(credentialId).toString('base64url'),
    transports,
  }))
}
