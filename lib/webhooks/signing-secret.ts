import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { WebhookSecret } from '@/generated/prisma/client'
import type { Transaction } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { newId } from '@/lib/ids'
import { decrypt, encrypt } from '@/lib/keyring'

/** Standard Webhooks asks for 24 to 64. */
const secretBytes = 32

/** Binds a signing secret's ciphertext to its row. */
export function webhookSecretContext(id: string): string {
  return `webhook_secret:${id}`
}

/**
 * Gives an endpoint a new signing secret, inside the caller's transaction. Stored encrypted.
 * @returns the secret, `whsec_…`, to be shown once
 */
export async function issueSigningSecret(transaction: Transaction, endpointId: string): Promise<string> {
  const id = newId()
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
  const keys = requireSetting('SECRET_ENCRYPTION_KEYS')
  const { keyId, ciphertext } = encrypt(keys, secret, webhookSecretContext(id))
  await transaction.webhookSecret.create({
    data: { id, endpointId, ciphertext: new Uint8Array(ciphertext), encryptionKeyId: keyId },
  })
  return secret
}

type Stored = Pick<WebhookSecret, 'id' | 'ciphertext' | 'encryptionKeyId'>

/**
 * The headers of a delivery (Standard Webhooks): signed with every secret given, as two are valid during a rotation.
 * @throws Error when a key is missing, or a ciphertext was changed or moved
 */
export function signWebhook(id: string, at: Date, body: string, secrets: Stored[]): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((each) => new Webhook(open(each)).sign(id, at, body)).join(' '),
  }
}

function open({ id, ciphertext, encryptionKeyId: keyId }: Stored): string {
  const sealed = { keyId, ciphertext: Buffer.from(ciphertext) }
  return decrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), sealed, webhookSecretContext(id)).toString()
}
