import { schemas, type TemplateName, type TemplateProps } from '@/emails/schemas'
import type { Transaction } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { newId } from '@/lib/ids'
import { encrypt } from '@/lib/keyring'

/**
 * Who a mail is for. `id` is the developer whose mail it is, whichever address it goes to and even if someone else has
 * that address later; null for an address without an account.
 */
export type Recipient = { id: string | null; email: string; locale: string }

/**
 * Puts a mail into the outbox and its job into the queue, inside the caller's transaction: it is sent exactly when
 * that commits. The worker renders it in the recipient's language. The props may hold a link, so they are encrypted.
 * @throws ZodError when `props` do not fit the template: a bug
 */
export async function queueMail<Name extends TemplateName>(
  transaction: Transaction,
  to: Recipient,
  template: Name,
  props: TemplateProps<Name>,
): Promise<void> {
  const id = newId()
  const plain = JSON.stringify(schemas[template].parse(props))
  const { keyId, ciphertext } = encrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), plain, mailContext(id))
  await transaction.mailMessage.create({
    data: {
      id,
      toAddress: to.email,
      developerId: to.id,
      template,
      locale: to.locale,
      propsCiphertext: new Uint8Array(ciphertext),
      encryptionKeyId: keyId,
    },
  })
  const payload = JSON.stringify({ mailId: id })
  await transaction.$executeRaw`SELECT enqueue_job('send-mail', ${payload}::jsonb, NULL, ${mailJobKey(id)})`
}

/** Names a mail's job in the queue, so that there is one at most. */
export function mailJobKey(id: string): string {
  return `mail:${id}`
}

/** Binds a mail's ciphertext to its row. */
export function mailContext(id: string): string {
  return `mail_message:props:${id}`
}
