import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { database, databasePool } from '@/lib/database'
import { done, type Result, refused } from '@/lib/result'
import { outcomes } from '@/lib/wallet/apply-changes'
import { maskMsisdn } from '@/lib/wallet/msisdn'
import { listSenders, type SenderLine } from './queries'

const subject = { type: 'account', id: 'production' } as const

type Outcome = (typeof outcomes)[number]

/** What administrators see of the feed; never a balance. */
export type FeedOverview = {
  senders: (SenderLine & { perMinute: number })[]
  /** The last hour, with the minute that is running as its last one. */
  minutes: ({ minute: Date } & Record<Outcome, number>)[]
  /** milliseconds that the slowest change took, in 95 of 100 minutes of the last hour; null without changes */
  behindP95Ms: number | null
  refused: RefusedKind[]
}

type RefusedEntry = {
  msisdn: string | null
  code: string
  message: string
  count: number
  lastAt: Date
}

/** Refused changes of one sender that are alike. */
export type RefusedKind = RefusedEntry & {
  /** one of them */
  id: string
  name: string
  numbers: number
  wanted: boolean
  /** too long to be kept whole, and so to be tried again */
  cut: boolean
}

/** The senders with their rates, the last hour, and the last refused changes, newest first, with numbers masked. */
export async function readOverview(limit: number): Promise<FeedOverview> {
  const pool = databasePool()
  const [senders, rates, minutes, behind, refusedChanges] = await Promise.all([
    listSenders(pool),
    pool.query(perMinute),
    pool.query(lastHour),
    pool.query(behindP95),
    pool.query(kindsOfRefused, [limit]),
  ])
  const rateOf = new Map(
    rates.rows.map(({ name, partition, rate }) => [`${name} ${partition}`, Number(rate)]),
  )
  return {
    senders: senders.map((line) => ({
      ...line,
      perMinute: rateOf.get(`${line.name} ${line.partition ?? ''}`) ?? 0,
    })),
    minutes: minutes.rows,
    behindP95Ms: behind.rows[0].ms,
    refused: refusedChanges.rows.map((kind) => ({ ...kind, msisdn: kind.msisdn && maskMsisdn(kind.msisdn) })),
  }
}

/** The last refused changes with their whole numbers. */
export async function listRefused(limit: number): Promise<RefusedEntry[]> {
  const { rows } = await databasePool().query(
    `SELECT msisdn::text, code, message, count, last_at AS "lastAt"
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

/** Lets a sender count from the beginning in a partition, and ends the notice that its numbering began again. */
export async function forgetPositionOf(
  { name, partition }: { name: string; partition: string },
  actor: Administrator,
): Promise<Result<undefined, 'not_found'>> {
  if (partition.includes('\u0000') || name.includes('\u0000')) return refused('not_found')
  return database().$transaction(async (transaction) => {
    const { count } = await transaction.feedPosition.deleteMany({ where: { name, partition } })
    if (count === 0) return refused('not_found')
    await recordAudit(transaction, actor, 'feed.position_forgotten', subject, { name, partition })
    return done(undefined)
  })
}

const kind = { name: true, code: true, message: true } as const

/**
 * Has refused changes tried again by the feed, which alone may write accounts; those that were cut are too long.
 * @param only `all`, or the id of one, with which those go that are alike
 */
export async function retryFeed(actor: Administrator, only: string): Promise<Result<undefined, 'not_found'>> {
  if (!/^(all|\d{1,18})$/.test(only)) return refused('not_found')
  return database().$transaction(async (transaction) => {
    const one =
      only === 'all'
        ? {}
        : await transaction.refusedChange.findUnique({ where: { id: BigInt(only) }, select: kind })
    if (!one) return refused('not_found')
    const { count } = await transaction.refusedChange.updateMany({
      where: { cut: false, ...one },
      data: { retryAt: new Date() },
    })
    if (count === 0 && only !== 'all') return refused('not_found')
    await recordAudit(transaction, actor, 'feed.retry_requested', subject, { count })
    return done(undefined)
  })
}

/** Discards refused changes. @param only `all`, or the id of one, with which those go that are alike */
export async function discardFeed(
  actor: Administrator,
  only: string,
): Promise<Result<undefined, 'not_found'>> {
  if (!/^(all|\d{1,18})$/.test(only)) return refused('not_found')
  return database().$transaction(async (transaction) => {
    const one =
      only === 'all'
        ? {}
        : await transaction.refusedChange.findUnique({ where: { id: BigInt(only) }, select: kind })
    const { count } = one ? await transaction.refusedChange.deleteMany({ where: one }) : { count: 0 }
    if (count === 0) return refused('not_found')
    await recordAudit(transaction, actor, 'feed.refused_discarded', subject, { count, ...one })
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
  SELECT minute, ${outcomes.map((outcome) => `coalesce(sum(${outcome}), 0)::int AS ${outcome}`).join(', ')}
  FROM generate_series(date_trunc('minute', now()) - interval '59 minutes', now(), interval '1 minute') AS minute
  LEFT JOIN feed_minute USING (minute) GROUP BY 1 ORDER BY 1`

const behindP95 = `
  SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY behind_ms) AS ms
  FROM feed_minute WHERE minute > now() - interval '1 hour'`

/** Of the last 2,000, however many are kept. */
const kindsOfRefused = `
  SELECT max(id) AS id, name, min(msisdn)::text AS msisdn, count(DISTINCT msisdn)::int AS numbers, code, message,
    sum(count)::float8 AS count, max(last_at) AS "lastAt",
    bool_and(cut) AS cut, NOT bool_and(cut) AND bool_and(cut OR retry_at IS NOT NULL) AS wanted
  FROM (SELECT * FROM refused_change ORDER BY last_at DESC, id DESC LIMIT 2000) latest
  GROUP BY name, code, message ORDER BY "lastAt" DESC, id DESC LIMIT $1`
