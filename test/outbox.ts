import { expect } from 'vitest'
import { mails, type TemplateName } from '@/emails/render-mail'
import { database } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { decrypt } from '@/lib/keyring'
import { mailContext } from '@/lib/mail/commands'

/** An e-mail in the outbox, decrypted. */
export type OutboxMail = { to: string; template: string; locale: string; props: Record<string, unknown> }

/**
 * The e-mails queued for this address, oldest first.
 * @throws if the worker could not render one, or one contains more than it shows
 */
export async function readOutbox(email: string): Promise<OutboxMail[]> {
  const rows = await database().mailMessage.findMany({ where: { toAddress: email }, orderBy: { id: 'asc' } })
  return rows.map(({ id, toAddress, template, locale, propsCiphertext, encryptionKeyId }) => {
    const sealed = { keyId: encryptionKeyId, ciphertext: Buffer.from(propsCiphertext ?? []) }
    const plain = decrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), sealed, mailContext(id)).toString()
    const props = JSON.parse(plain)
    expect(mails[template as TemplateName].props.parse(props)).toEqual(props)
    return { to: toAddress, template, locale, props }
  })
}

/** The last part of the path of the newest link e-mailed to this address. */
export async function lastLink(email: string): Promise<string> {
  const links = (await readOutbox(email))
    .map(({ props }) => props.link)
    .filter((link) => typeof link === 'string')
  const newest = links.at(-1)
  if (!newest) throw new Error(`no link was mailed to ${email}`)
  return newest.slice(newest.lastIndexOf('/') + 1)
}
