import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { done } from '@/lib/result'

/** Whether a developer gets mails with hints about the traffic of their applications. */
export async function wantsTrafficHints(developerId: string): Promise<boolean> {
  const { trafficHints } = await database().developer.findUniqueOrThrow({
    where: { id: developerId },
    select: { trafficHints: true },
  })
  return trafficHints
}

/** Enables or disables those mails. */
export async function chooseTrafficHints(wanted: boolean, owner: Owner) {
  return database().$transaction(async (transaction) => {
    await transaction.developer.update({ where: { id: owner.id }, data: { trafficHints: wanted } })
    const subject = { type: 'developer', id: owner.id } as const
    await recordAudit(transaction, owner, 'developer.traffic_hints_chosen', subject, { wanted })
    return done(undefined)
  })
}
