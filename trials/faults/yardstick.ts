import { createHash } from 'node:crypto'
import { median } from '../statistics'

const pieces = 9
const bytes = Buffer.alloc(256 * 1024, 7)
const numbers = Float64Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 20_011)

/**
 * What a fixed piece of work costs this machine now, in milliseconds of processor time: the middle of some tries. Where
 * a run's figures move as this one moves, the machine changed and not what ran on it.
 */
export function measureMachine(): number {
  const times = Array.from({ length: pieces }, () => {
    const before = process.cpuUsage()
    createHash('sha256').update(bytes).digest()
    numbers.slice().sort()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return median(times)
}
