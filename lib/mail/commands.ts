import type { TemplateName, TemplateProps } from '@/emails/render-mail'
import type { Transaction } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { newId } from '@/lib/ids'
import { encrypt } from '@/lib/keyring'
import { mailContext, mailJobKey } from './queries'

/**
 * The recipient of a mail. `id` is the developer to whom the mail belongs, whichever address it goes to and even if
 * someone else has that address later; null for an address without an account.
 */
export type Recipient = { id: string | null; email: string; locale: string }

/**
 * Puts a mail to each recipient into the outbox and its job into the queue, inside the caller's transaction: it is sent
 * only if that commits. For `execute` and for jobs: a command has `mail`, which requires that it says whom it notifies.
 * The worker checks the props and renders the mail in the recipient's language. The props may contain a link, so they
 * are encrypted.
 * @param props where they contain texts, a function of the recipient's language
 */
export async function queueMail<Name extends TemplateName>(
  transaction: Transaction,
  to: Recipient | readonly Recipient[],
  template: Name,
  props: TemplateProps<Name> | ((locale: string) => TemplateProps<Name>),
): Promise<void> {
  const keys = requireSetting('SECRET_ENCRYPTION_KEYS')
  const data = [to].flat().map(({ id: developerId, email, locale }) => {
    const id = newId()
    const plain = JSON.stringify(typeof props === 'function' ? props(locale) : props)
    const { keyId, ciphertext } = encrypt(keys, plain, mailContext(id))
    const encrypted = { propsCiphertext: new Uint8Array(ciphertext), encryptionKeyId: keyId }
    return { id, toAddress: email, developerId, template, locale, ...encrypted }
  })
  await transaction.mailMessage.createMany({ data })
  await transaction.$executeRaw`
    SELECT enqueue_job('send-mail', jsonb_build_object('mailId', id), NULL, ${mailJobKey('')} || id)
    FROM unnest(${data.map(({ id }) => id)}::uuid[]) id`
}
