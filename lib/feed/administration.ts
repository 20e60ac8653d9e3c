import { z } from 'zod'
import { command } from '@/lib/commands/command'
import { databasePool, type Transaction } from '@/lib/database'
import { done, refused } from '@/lib/result'
import { changeOutcomes } from '@/lib/wallet/apply-changes'
import { maskMsisdn } from '@/lib/wallet/msisdn'
import { listSenders, type SenderLine } from './queries'

const subject = { type: 'account', id: 'production' } as const

type Outcome = (typeof changeOutcomes)[number]

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

const confirmed = { right: 'administrator', confirm: 'always' } as const
const sender = z.object({ name: z.string() })
/** `all`, or the id of one, with which those go that are alike. */
const which = z.object({ only: z.string() })

/** Ends the pause of a sender. */
export const resumeFeed = command({
  ...confirmed,
  input: sender,
  audit: 'feed.resumed',
  async run({ transaction, input: { name }, record }) {
    const { count } = await transaction.feedSender.updateMany({
      where: { name, pausedAt: { not: null } },
      data: { pausedAt: null, pausedReason: null, refusedInARow: 0 },
    })
    if (count === 0) return refused('not_found')
    record(subject, { name })
    return done(undefined)
  },
})

/** Lets a sender count from the beginning in a partition, and ends the notice that its numbering began again. */
export const forgetPosition = command({
  ...confirmed,
  input: sender.extend({ partition: z.string() }),
  audit: 'feed.position_forgotten',
  async run({ transaction, input, record }) {
    const { count } = await transaction.feedPosition.deleteMany({ where: input })
    if (count === 0) return refused('not_found')
    record(subject, input)
    return done(undefined)
  },
})

/** Has refused changes tried again by the feed, which alone may write accounts; those that were cut are too long. */
export const retryRefused = command({
  ...confirmed,
  input: which,
  audit: 'feed.retry_requested',
  async run({ transaction, input: { only }, record }) {
    const kind = await findKind(transaction, only)
    if (!kind) return refused('not_found')
    const where = { cut: false, ...kind }
    const { count } = await transaction.deadLetter.updateMany({ where, data: { retryAt: new Date() } })
    if (count === 0 && only !== 'all') return refused('not_found')
    record(subject, { count })
    return done(undefined)
  },
})

/** Discards refused changes. */
export const discardRefused = command({
  ...confirmed,
  irreversible: true,
  input: which,
  audit: 'feed.refused_discarded',
  async run({ transaction, input: { only }, record }) {
    const kind = await findKind(transaction, only)
    const { count } = kind ? await transaction.deadLetter.deleteMany({ where: kind }) : { count: 0 }
    if (count === 0) return refused('not_found')
    record(subject, { count, ...kind })
    return done(undefined)
  },
})

async function findKind(transaction: Transaction, only: string) {
  if (only === 'all') return {}
  if (!/^\d{1,18}$/.test(only)) return null
  const select = { name: true, code: true, message: true }
  return transaction.deadLetter.findUnique({ where: { id: BigInt(only) }, select })
}

/** The download of refused changes, which has whole numbers. */
export const exportRefused = command({
  ...confirmed,
  audit: 'feed.refused_exported',
  async run({ record }) {
    record(subject)
    return done(undefined)
  },
})

const perMinute = `
  SELECT name, partition, sum(applied + unchanged + stale + waiting + refused) / 5.0 AS rate
  FROM feed_minute WHERE minute > now() - interval '5 minutes' GROUP BY 1, 2`

const lastHour = `
  SELECT minute, ${changeOutcomes.map((outcome) => `coalesce(sum(${outcome}), 0)::int AS ${outcome}`).join(', ')}
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
