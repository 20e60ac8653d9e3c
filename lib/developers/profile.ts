import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { done } from '@/lib/result'

type Profile = { displayName: string; timeZone: string | null }

/** Sets the name that others see, and the time zone of dates. The audit row says that, not the name: it never goes. */
export async function changeProfile(profile: Profile, owner: Owner) {
  return database().$transaction(async (transaction) => {
    await transaction.developer.update({ where: { id: owner.id }, data: profile })
    const subject = { type: 'developer', id: owner.id } as const
    await recordAudit(transaction, owner, 'developer.profile_changed', subject, {
      timeZone: profile.timeZone,
    })
    return done(undefined)
  })
}
