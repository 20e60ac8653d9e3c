import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { database, databasePool } from '@/lib/database'
import { done, type Result, refused } from '@/lib/result'
import { maskMsisdn } from '@/lib/wallet/msisdn'
import { listSenders, type SenderLine } from './queries'

const subject = { type: 'account', id: 'production' } as const

/** What administrators see of the feed; never a balance. */
export type FeedOverview = {
  senders: (SenderLine & { perMinute: number })[]
  hour: Record<'applied' | 'unchanged' | 'stale' | 'waiting' | 'ignored' | 'refused', number>
  refused: RefusedEntry[]
}

export type RefusedEntry = {
  id: number
  msisdn: string | null
  code: string
  message: string
  count: number
  lastAt: Date
  wanted: boolean
}

/** The senders with their rates, the last hour, and the last refused changes, newest first, with numbers masked. */
export async function readOverview(limit: number): Promise<FeedOverview> {
  const pool = databasePool()
  const [senders, rates, hour, refusedChanges] = await Promise.all([
    listSenders(pool),
    pool.query(perMinute),
    pool.query(lastHour),
    listRefused(limit),
  ])
  const rateOf = new Map(
    rates.rows.map(({ name, partition, rate }) => [`${name} ${partition}`, Number(rate)]),
  )
  return {
    senders: senders.map((line) => ({
      ...line,
      perMinute: rateOf.get(`${line.name} ${line.partition ?? ''}`) ?? 0,
    })),
    hour: hour.rows[0],
    refused: refusedChanges.map((entry) => ({ ...entry, msisdn: entry.msisdn && maskMsisdn(entry.msisdn) })),
  }
}

/** The last refused changes with their whole numbers. */
export async function listRefused(limit: number): Promise<RefusedEntry[]> {
  const { rows } = await databasePool().query(
    `SELECT id, msisdn::text, code, message, count, last_at AS "lastAt", retry_at IS NOT NULL AS wanted
     FROM refused_change ORDER BY last_at DESC, id DESC LIMIT $1`,
    [limit],
  )
  return rows
}

/** Ends the pause of a sender. */
export async function resumeFeed(
  name: string,
  actor: Administrator,
): Promise<Result<undefined, 'not_found'>> {
  // It is bound to the form, and so comes from the browser.
  if (typeof name !== 'string' || !/^[\w.-]{1,64}$/.test(name)) return refused('not_found')
  return database().$transaction(async (transaction) => {
    const { count } = await transaction.feedSender.updateMany({
      where: { name, pausedAt: { not: null } },
      data: { pausedAt: null, pausedReason: null, refusedInARow: 0 },
    })
    if (count === 0) return refused('not_found')
    await recordAudit(transaction, actor, 'feed.resumed', subject, { name })
    return done(undefined)
  })
}

/**
 * Has all refused changes tried again by the feed, which alone may write accounts; those that were cut are too long.
 */
export async function retryFeed(actor: Administrator): Promise<Result<undefined, never>> {
  return database().$transaction(async (transaction) => {
    const { count } = await transaction.refusedChange.updateMany({
      where: { cut: false },
      data: { retryAt: new Date() },
    })
    await recordAudit(transaction, actor, 'feed.retry_requested', subject, { count })
    return done(undefined)
  })
}

/** The download of refused changes, which has whole numbers. */
export async function recordRefusedExport(actor: Administrator): Promise<void> {
  await database().$transaction((transaction) =>
    recordAudit(transaction, actor, 'feed.refused_exported', subject, {}),
  )
}

const perMinute = `
  SELECT name, partition, sum(applied + unchanged + stale + waiting + refused) / 5.0 AS rate
  FROM feed_minute WHERE minute > now() - interval '5 minutes' GROUP BY 1, 2`

const lastHour = `
  SELECT coalesce(sum(applied), 0)::int AS applied, coalesce(sum(unchanged), 0)::int AS unchanged,
    coalesce(sum(stale), 0)::int AS stale, coalesce(sum(waiting), 0)::int AS waiting,
    coalesce(sum(ignored), 0)::int AS ignored, coalesce(sum(refused), 0)::int AS refused
  FROM feed_minute WHERE minute > now() - interval '1 hour'`
