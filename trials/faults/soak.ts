import { setTimeout as pause } from 'node:timers/promises'
import { median, percentile } from '../statistics'
import { measureMachine } from './baseline'
import { startBalanceWriter } from './changing-accounts'
import { type Costs, readCosts } from './costs'
import { countWrites, findLosses, openLedger } from './ledger'
import { startLoad } from './load'
import { type Resources, readResources } from './resources'
import type { Call } from './tally'
import { readTiers, subtractTiers, type Tiers } from './tiers'
import type { World } from './world'
import { startWriter } from './writer'

/** A period of calls: median and 99th percentile in milliseconds, and its costs. */
export type Stretch = {
  calls: number
  failed: number
  p50: number
  p99: number
  /** CPU time in microseconds */
  costs: Costs
  /** a fixed piece of work at its end, in milliseconds of CPU time */
  baseline: number
}

export type Soak = {
  minutes: number
  maximum: number
  rate: number
  stretches: Stretch[]
  /** responses of the whole run, including those before and between the stretches */
  wrongs: number
  /** over all stretches */
  tiers: Tiers
  first: Map<string, Resources>
  last: Map<string, Resources>
  /** of the database before and after, in bytes */
  size: [number, number]
  /** acknowledged writes, and how many of them are missing */
  writes: number
  lost: number
}

export const stretchMilliseconds = 15_000
const searchMilliseconds = 10_000
/** Calls that the search keeps in flight. */
const concurrency = 48

/** Makes calls at a share of the maximum rate for so long, and inspects the processes before and after. */
export async function soak(world: World, minutes: number, share: number): Promise<Soak> {
  const balanceWriter = startBalanceWriter(world.owner, world.changing)
  const ledger = openLedger()
  const writer = startWriter({ ledger, owner: world.owner, reviewer: world.reviewer })
  const maximum = await findMaximum(world)
  const rate = Math.round(maximum * share)
  const load = startLoad({ ...world, rate })
  const stretches: Stretch[] = []
  await pause(stretchMilliseconds)
  const first = await readResources(world)
  const sizeBefore = await readSize(world)
  const tiersBefore = await readTiers(world)
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; ) {
    load.calls.splice(0)
    const before = readCosts(world)
    await pause(stretchMilliseconds)
    const costs = subtract(readCosts(world), before)
    stretches.push({ ...sumUpCalls(load.calls.splice(0)), costs, baseline: measureMachine() })
  }
  const tiers = subtractTiers(await readTiers(world), tiersBefore)
  const last = await readResources(world)
  await Promise.all([load.stop(), balanceWriter.stop(), writer.stop()])
  const lost = Object.values(await findLosses(world.owner, ledger)).reduce((sum, each) => sum + each, 0)
  return {
    ...{ minutes, maximum, rate, stretches, wrongs: load.wrongs.length, tiers, first, last },
    ...{ size: [sizeBefore, await readSize(world)], writes: countWrites(ledger), lost },
  }
}

/** Correct responses per second with the same mix of calls and concurrent writes, each response followed by a call. */
async function findMaximum(world: World): Promise<number> {
  const load = startLoad({ ...world, concurrency })
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

function sumUpCalls(calls: Call[]): Omit<Stretch, 'costs' | 'baseline'> {
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

/** CPU time of gateways and databases per call, in microseconds. */
export function costOfProduct({ costs, calls }: Stretch): number {
  return (costs.gateways + costs.databases) / calls
}

/** By how much the median of the last third of the values exceeds that of the first, as a fraction. */
export function drift(values: readonly number[]): number {
  const third = Math.max(1, Math.floor(values.length / 3))
  return median(values.slice(-third)) / median(values.slice(0, third)) - 1
}
