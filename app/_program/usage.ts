import type { KeyHolder } from '@/lib/access-keys/access-key'
import { findApplicationFor } from '@/lib/applications/queries'
import { now } from '@/lib/clock'
import { describeUsage } from '@/lib/usage/export'
import { findUsage } from '@/lib/usage/history'
import { choosePeriod, type Period, resolutions } from '@/lib/usage/range'
import type { UsagePoint } from '@/lib/usage/schema'

export type FoundUsage = {
  application: { id: string; clientId: string }
  period: Period
  points: UsagePoint[]
}
export type UsageFault = { parameter: 'application' | 'from' | 'to' | 'step'; message: string }
export type UsageQuery = { application: string; from?: string; to?: string; step?: string }

const faults = {
  badTime: 'Must be a time in UTC to the minute, such as 2026-11-22T10:00Z.',
  order: 'Must be later than from.',
  tooLong: 'Must be at most five years before to.',
} as const

/** The usage of an application that the owner of a key may see, or what is wrong; null if there is no such one. */
export async function readUsage(
  { application: id, ...query }: UsageQuery,
  { owner }: KeyHolder,
): Promise<FoundUsage | UsageFault | null> {
  const { period, fault } = readPeriod(query)
  if (fault) return fault
  // RFC 9562 §4: the digits of a UUID may be written in either case.
  const application = await findApplicationFor(owner.id, 'usage', id.toLowerCase())
  if (!application) return null
  const { points } = await findUsage(application.id, period.from, period.to, period.stepMinutes)
  return { application, period, points }
}

/** As JSON has it. */
export function describeFoundUsage({ application, period, points }: FoundUsage) {
  return {
    application: application.id,
    client_id: application.clientId,
    from: period.from,
    to: period.to,
    step_minutes: period.stepMinutes,
    intervals: describeUsage(points),
  }
}

function readPeriod({ from, to, step }: Omit<UsageQuery, 'application'>): {
  period: Period
  fault?: UsageFault
} {
  // The page reads a form's notation: without seconds and zone.
  const local = (text: string | undefined) =>
    text?.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::00(?:\.0+)?)?Z$/, '$1')
  const choice = { range: 'day', from: local(from), to: local(to), step } as const
  const { period, problem: reason } = choosePeriod(choice, now())
  if (step && !(resolutions as readonly string[]).includes(step))
    return {
      period,
      fault: { parameter: 'step', message: `Must be one of ${resolutions.join(', ')} (minutes).` },
    }
  return reason ? { period, fault: { parameter: reason.field, message: faults[reason.reason] } } : { period }
}
