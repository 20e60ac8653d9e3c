import type { ClientSecret } from '@/generated/prisma/client'
import { requireSetting } from '@/lib/env'
import { decrypt } from '@/lib/keyring'

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
