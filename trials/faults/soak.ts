import { setTimeout as pause } from 'node:timers/promises'
import { median, percentile } from '../statistics'
import { type Costs, readCosts } from './costs'
import { type Inside, lookInside } from './inside'
import { countWrites, findLosses, openLedger } from './ledger'
import { startLoad } from './load'
import { startMover } from './moving'
import type { Call } from './tally'
import { readTiers, subtractTiers, type Tiers } from './tiers'
import type { World } from './world'
import { startWriter } from './writer'
import { measureMachine } from './yardstick'

/** A stretch of calls: its middle and its slow answers, in milliseconds, and what it took. */
export type Stretch = {
  calls: number
  failed: number
  p50: number
  p99: number
  /** processor time in microseconds */
  costs: Costs
  /** a fixed piece of work at its end, in milliseconds of processor time */
  yardstick: number
}

export type Soak = {
  minutes: number
  maximum: number
  rate: number
  stretches: Stretch[]
  /** answers of the whole run, before and between the stretches as well */
  wrongs: number
  /** over all stretches */
  tiers: Tiers
  first: Map<string, Inside>
  last: Map<string, Inside>
  /** of the database before and after, in bytes */
  size: [number, number]
  /** acknowledged, and what of it is not there */
  writes: number
  lost: number
}

export const stretchMilliseconds = 15_000
const searchMilliseconds = 10_000
/** Calls that the search keeps under way. */
const atOnce = 48

/** Calls at a share of the most that comes through, for so long, and looks into the processes before and after. */
export async function soak(world: World, minutes: number, share: number): Promise<Soak> {
  const mover = startMover(world.owner, world.moving)
  const ledger = openLedger()
  const writer = startWriter({ ledger, owner: world.owner, reviewer: world.reviewer })
  const maximum = await findMaximum(world)
  const rate = Math.round(maximum * share)
  const load = startLoad({ ...world, rate })
  const stretches: Stretch[] = []
  await pause(stretchMilliseconds)
  const first = await lookInside(world)
  const sizeBefore = await readSize(world)
  const tiersBefore = await readTiers(world)
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; ) {
    load.calls.splice(0)
    const before = readCosts(world)
    await pause(stretchMilliseconds)
    const costs = subtract(readCosts(world), before)
    stretches.push({ ...sumUpCalls(load.calls.splice(0)), costs, yardstick: measureMachine() })
  }
  const tiers = subtractTiers(await readTiers(world), tiersBefore)
  const last = await lookInside(world)
  await Promise.all([load.stop(), mover.stop(), writer.stop()])
  const lost = Object.values(await findLosses(world.owner, ledger)).reduce((sum, each) => sum + each, 0)
  return {
    ...{ minutes, maximum, rate, stretches, wrongs: load.wrongs.length, tiers, first, last },
    ...{ size: [sizeBefore, await readSize(world)], writes: countWrites(ledger), lost },
  }
}

/** Right answers a second to calls of the same kinds when each answer is followed by the next call, beside the same writes. */
async function findMaximum(world: World): Promise<number> {
  const load = startLoad({ ...world, atOnce })
  // The first half warms up.
  await pause(searchMilliseconds)
  load.calls.splice(0)
  const began = performance.now()
  await pause(searchMilliseconds)
  const right = load.calls.filter(({ verdict }) => verdict.is === 'right').length
  const seconds = (performance.now() - began) / 1000
  await load.stop()
  if (load.wrongs.length > 0) throw new Error(`While looking for the maximum: ${load.wrongs.join('; ')}`)
  return right / seconds
}

async function readSize({ owner }: World): Promise<number> {
  const { rows } = await owner.query('SELECT pg_database_size(current_database())::float AS size')
  return rows[0].size
}

function subtract(after: Costs, before: Costs): Costs {
  const names = Object.keys(after) as (keyof Costs)[]
  return Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as Costs
}

function sumUpCalls(calls: Call[]): Omit<Stretch, 'costs' | 'yardstick'> {
  const failed = calls.filter(({ verdict }) => verdict.is === 'failed').length
  const times = calls.map(({ sentAt, endedAt }) => endedAt - sentAt)
  const at = (share: number) => percentile(times, share) || 0
  return { calls: calls.length, failed, p50: at(0.5), p99: at(0.99) }
}

/** Calls of all stretches. */
export function addUp(stretches: readonly Stretch[]): Pick<Stretch, 'calls' | 'failed'> {
  const sum = (key: 'calls' | 'failed') => stretches.reduce((total, each) => total + each[key], 0)
  return { calls: sum('calls'), failed: sum('failed') }
}

/** Processor time of gateways and databases for a call, in microseconds. */
export function costOfProduct({ costs, calls }: Stretch): number {
  return (costs.gateways + costs.databases) / calls
}

/** By how much the middle of the last third of the values is above that of the first, as a fraction. */
export function drift(values: readonly number[]): number {
  const third = Math.max(1, Math.floor(values.length / 3))
  return median(values.slice(-third)) / median(values.slice(0, third)) - 1
}
