import { createHash } from 'node:crypto'
import { database, type Transaction } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { newId } from '@/lib/ids'
import { decrypt, encrypt } from '@/lib/keyring'

/** Characters of an ID token that is passed on in a URL. A longer one is left out, and the provider asks instead. */
const hintLimit = 4096

/** Keeps what the provider has to know when this session ends, inside the caller's transaction. */
export async function keepProviderSession(
  transaction: Transaction,
  sessionId: string,
  { sid, idToken }: { sid: string | null; idToken: string },
): Promise<void> {
  const id = newId()
  const { keyId, ciphertext } = encrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), idToken, idTokenContext(id))
  await transaction.providerSession.deleteMany({ where: { sessionId } })
  await transaction.providerSession.create({
    data: { id, sessionId, sid, idTokenCiphertext: new Uint8Array(ciphertext), encryptionKeyId: keyId },
  })
}

/** Passes it on to the session that replaces another. */
export async function moveProviderSession(transaction: Transaction, from: string, to: string): Promise<void> {
  await transaction.providerSession.updateMany({ where: { sessionId: from }, data: { sessionId: to } })
}

/**
 * The ID token of a session that its owner ended: the hint by which the provider ends its own session
 * (OpenID Connect RP-Initiated Logout 1.0 §2).
 * @returns null for any other session, and for a token that is too long for a URL
 */
export async function findLogoutHint(sessionId: string): Promise<string | null> {
  const where = { sessionId, session: { revokedAt: { not: null } } }
  const row = await database().providerSession.findFirst({ where })
  if (!row) return null
  const sealed = { keyId: row.encryptionKeyId, ciphertext: Buffer.from(row.idTokenCiphertext) }
  const hint = decrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), sealed, idTokenContext(row.id)).toString()
  return hint.length <= hintLimit ? hint : null
}

/** Binds the ciphertext to its row. */
export function idTokenContext(id: string): string {
  return `provider_session:id_token:${id}`
}

/** The purpose of a value: equal values of two kinds do not collide. */
type Kind = 'oidc_state' | 'oidc_logout'

/**
 * Uses a value up, on all portals. Only its hash is stored, until it would be refused as too old anyway.
 * @returns false if it was used before
 */
export async function consumeOnce(
  kind: Kind,
  value: string,
  expiresAt: Date,
  client: Transaction = database(),
): Promise<boolean> {
  const keyHash = new Uint8Array(createHash('sha256').update(`${kind}\0${value}`).digest())
  const { count } = await client.singleUse.createMany({
    data: [{ keyHash, expiresAt }],
    skipDuplicates: true,
  })
  return count === 1
}
