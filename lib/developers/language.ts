import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import type { Locale } from '@/lib/identity/schema'
import { done } from '@/lib/result'

/** Sets the language of a developer's mails. */
export async function changeLanguage(locale: Locale, owner: Owner) {
  return database().$transaction(async (transaction) => {
    await transaction.developer.update({ where: { id: owner.id }, data: { locale } })
    const subject = { type: 'developer', id: owner.id } as const
    await recordAudit(transaction, owner, 'developer.language_changed', subject, { locale })
    return done(undefined)
  })
}
