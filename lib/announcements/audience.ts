import { Prisma } from '@/generated/prisma/client'
import { secondsFromNow } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { type Audience, recentCallDays } from './schema'

/**
 * Writes down everyone whom an announcement is to be e-mailed to, as they are now: people who join later get no e-mail.
 * People who never activated their account, are suspended or deleted are left out.
 * @returns how many they are
 */
export function addRecipients(transaction: Transaction, id: string, audience: Audience): Promise<number> {
  return transaction.$executeRaw`
    INSERT INTO announcement_recipient (announcement_id, developer_id)
    SELECT ${id}::uuid, d.id FROM developer d WHERE ${condition(audience)}`
}

/** How many people an announcement would be e-mailed to now. */
export async function countRecipients(audience: Audience): Promise<number> {
  const [row] = await database().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM developer d WHERE ${condition(audience)}`
  return row?.count ?? 0
}

function condition(audience: Audience): Prisma.Sql {
  const open = Prisma.sql`d.activated_at IS NOT NULL AND d.suspended_at IS NULL AND d.deleted_at IS NULL`
  if (audience === 'everyone') return open
  return Prisma.sql`${open} AND EXISTS (
    SELECT FROM application_team m JOIN application a ON a.id = m.application_id
    WHERE m.developer_id = d.id AND a.state <> 'deleted' AND ${whichApplications(audience)})`
}

/**
 * The condition on `application a` that its team is in the audience. Minutes are kept longer than 30 days, so
 * they need no look at hours and days.
 */
export function whichApplications(audience: Audience): Prisma.Sql {
  if (audience === 'everyone') return Prisma.sql`true`
  if (audience !== 'recent_callers') return Prisma.sql`a.environment = ${audience}::environment`
  const since = secondsFromNow(-recentCallDays * 86_400).toISOString()
  return Prisma.sql`EXISTS (
    SELECT FROM usage_minute u WHERE u.application_id = a.id AND u.minute >= ${since}::timestamptz)`
}
