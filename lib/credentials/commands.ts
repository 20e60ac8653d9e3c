import type { ApplicationState, ClientSecret, Environment } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { newId } from '@/lib/ids'
import { decrypt, encrypt } from '@/lib/keyring'
import { generateClientSecret, hashSecret } from './secret'

/** States in which owners see and rotate secrets. While `activating` the secret works but is not shown. */
export const statesWithSecret: readonly ApplicationState[] = ['active', 'suspended']

/**
 * Creates a secret for an application, inside the caller's transaction. Stored encrypted and as a keyed hash, never
 * returned.
 * @param proof only for the activation check of an approval: gateways accept it while the application is `activating`
 * @returns the id of its row
 * @throws when another such secret without an end date is in force, or a Production application has no valid approval
 */
export async function issueSecret(
  transaction: Transaction,
  application: { id: string; environment: Environment },
  { proof = false } = {},
): Promise<string> {
  const id = newId()
  const secret = generateClientSecret(application.environment)
  const { keyId, hash } = hashSecret(requireSetting('SECRET_HASH_KEYS'), secret)
  const encrypted = encrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), secret, secretContext(id))
  await transaction.clientSecret.create({
    data: {
      id,
      applicationId: application.id,
      secretHash: new Uint8Array(hash),
      hashKeyId: keyId,
      ciphertext: new Uint8Array(encrypted.ciphertext),
      encryptionKeyId: encrypted.keyId,
      createdAt: now(),
      proof,
    },
  })
  return id
}

/**
 * Ends every secret and token of an application, inside the caller's transaction: after a failed proof, or with the
 * application itself. Call it before changing the application's own row: a gateway that mints a token locks the secret
 * first and the application second, and the other order could deadlock with it.
 */
export async function destroyCredentials(transaction: Transaction, applicationId: string): Promise<void> {
  await lockSecrets(transaction, applicationId)
  await revokeSecrets(transaction, { applicationId })
  await revokeTokens(transaction, applicationId)
}

/**
 * Ends the live tokens of an application immediately, inside the caller's transaction, by the database's clock. Call it
 * after the step that prevents new ones (secrets ended, or the state changed): a token that is being minted meanwhile
 * is then either seen and ended here, or never made.
 */
export async function revokeTokens(transaction: Transaction, applicationId: string): Promise<void> {
  await transaction.$executeRaw`
    UPDATE access_token SET expires_at = clock_timestamp()
    WHERE application_id = ${applicationId}::uuid AND expires_at > clock_timestamp()`
}

/** Serialises commands on one application's secrets, and waits for a token that is being minted. */
export async function lockSecrets(transaction: Transaction, applicationId: string): Promise<void> {
  await transaction.$queryRaw`
    SELECT id FROM client_secret WHERE application_id = ${applicationId}::uuid AND revoked_at IS NULL
    ORDER BY id FOR UPDATE`
}

/**
 * Ends secrets, all of an application's, one, or that of its proof, and deletes their ciphertext; the hash is
 * kept, to recognise leaks.
 */
export async function revokeSecrets(
  transaction: Transaction,
  which: { applicationId: string; id?: string; proof?: boolean },
): Promise<number> {
  const { count } = await transaction.clientSecret.updateMany({
    where: { ...which, revokedAt: null },
    data: { revokedAt: now(), ciphertext: new Uint8Array() },
  })
  return count
}

/** Binds a secret's ciphertext to its row. */
export function secretContext(id: string): string {
  return `client_secret:${id}`
}

/**
 * Decrypts a stored secret. Only for showing it to its owner, the console, and the activation check of an approval.
 * @throws Error when the key is missing, or the ciphertext was changed, moved or deleted with the secret's revocation
 */
export function decryptSecret(stored: Pick<ClientSecret, 'id' | 'ciphertext' | 'encryptionKeyId'>): string {
  const encrypted = { keyId: stored.encryptionKeyId, ciphertext: Buffer.from(stored.ciphertext) }
  return decrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), encrypted, secretContext(stored.id)).toString()
}
