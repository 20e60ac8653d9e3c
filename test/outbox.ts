import { expect } from 'vitest'
import { mails, type TemplateName } from '@/emails/render-mail'
import { database } from '@/lib/database'
import { openMail } from '@/scripts/launch/data'

/** An e-mail in the outbox, decrypted. */
export type OutboxMail = { to: string; template: string; locale: string; props: Record<string, unknown> }

/**
 * The e-mails queued for this address, oldest first.
 * @throws if the worker could not render one, or one contains more than it shows
 */
export async function readOutbox(email: string): Promise<OutboxMail[]> {
  const rows = await database().mailMessage.findMany({ where: { toAddress: email }, orderBy: { id: 'asc' } })
  return rows.map((row) => {
    const props = openMail(row)
    expect(mails[row.template as TemplateName].props.parse(props)).toEqual(props)
    return { to: row.toAddress, template: row.template, locale: row.locale, props }
  })
}
