import { hourMs } from '@/lib/clock'
import { database } from '@/lib/database'
import { maskMsisdn, reservedMsisdn } from '@/lib/wallet/msisdn'
import { minErrors } from './activity'
import { findUsage } from './history'
import { chooseBars, type Period } from './range'
import type { Usage, UsagePoint } from './schema'

/** How an application is doing, as its team sees it first. */
export type Health = {
  /** The last 24 hours by the clock in bars, oldest first: the newest is not over yet. */
  period: Period
  points: UsagePoint[]
  day: Usage
  /** The last 60 minutes. */
  lately: Usage
  /** The newest kept error, except tests (`testCode`). */
  lastError: Awaited<ReturnType<typeof findLastError>>
  lastCallAt: Date | null
  /** Whether it was called that day; the activation check gets a token and asks for a number that never exists. */
  isCalled: boolean
  mood: 'failing' | 'errors' | 'recovered' | 'fine' | 'calm' | 'quiet'
}

const failingShare = 0.1
/** Fewer are said, and no reason to look: callers ask for numbers that do not exist. */
const notedShare = 0.02

/** The caller has checked the right to see the application's usage. */
export async function findHealth(applicationId: string, at: Date): Promise<Health> {
  const { period } = chooseBars('day', {}, at)
  const [{ points, total: day }, { total: lately }, lastError, last] = await Promise.all([
    findUsage(applicationId, period.from, period.to, period.stepMinutes),
    findUsage(applicationId, new Date(at.getTime() - hourMs), period.to, 1),
    findLastError(applicationId),
    database().requestLogEntry.findFirst({
      where: { applicationId },
      orderBy: { id: 'desc' },
      select: { at: true },
    }),
  ])
  const isCalled = day.errors > 0 || day.succeeded > day.tokensMinted + day.tokensReused
  return {
    period,
    points,
    day,
    isCalled,
    lately,
    lastError,
    lastCallAt: last?.at ?? null,
    mood: toMood(day, lately),
  }
}

function findLastError(applicationId: string) {
  // Both may be null, which is not what a test is.
  const others = [
    { errorCode: null },
    { errorCode: { not: 'account_not_found' } },
    { maskedMsisdn: null },
    { maskedMsisdn: { not: maskMsisdn(reservedMsisdn) } },
  ]
  return database().requestLogEntry.findFirst({
    where: { applicationId, status: { gte: 400 }, OR: others },
    orderBy: { id: 'desc' },
    omit: { response: true },
  })
}

function toMood(day: Usage, lately: Usage): Health['mood'] {
  if (countCalls(day) === 0) return 'quiet'
  const share = lately.errors / Math.max(1, countCalls(lately))
  if (lately.errors >= minErrors && share >= failingShare) return 'failing'
  if (share >= notedShare) return 'errors'
  // The list of applications shows the day's share.
  if (day.errors / countCalls(day) >= failingShare) return 'recovered'
  return countCalls(lately) === 0 ? 'calm' : 'fine'
}

/** Whether its calls of the last hour or day fail as often as those of a failing application. */
export function failsOften({ day, mood }: Pick<Health, 'day' | 'mood'>): boolean {
  return mood === 'failing' || day.errors >= Math.max(1, failingShare * countCalls(day))
}

function countCalls({ succeeded, refused, limited, failed }: Usage): number {
  return succeeded + refused + limited + failed
}
