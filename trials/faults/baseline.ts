import { createHash } from 'node:crypto'
import { median } from '../statistics'

const pieces = 9
const bytes = Buffer.alloc(256 * 1024, 7)
const numbers = Float64Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 20_011)

/**
 * The current cost of a fixed piece of work on this machine, in milliseconds of CPU time: the median of some attempts.
 * Where a run's figures change along with this one, the machine changed and not the product.
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
