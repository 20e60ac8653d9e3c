import { readdirSync, readFileSync } from 'node:fs'
import { readStat } from '@/scripts/launch/lock.mjs'

/** CPU time in microseconds: of a process itself, and of the kernel on its behalf. */
export type ProcessorTime = { user: number; kernel: number }

/** proc(5) counts in ticks, 100 a second. */
const tick = 10_000
/** Fields of a process's line, from the third on: its parent, its own times, those of its finished children. */
const fields = { parent: 1, own: 11, ended: 13 }

/** A process's times so far, over all its threads. @throws Error when it doesn't exist */
export function timeOf(pid: number): ProcessorTime {
  return timeAt(pid, fields.own)
}

/** Those of this process's children that have ended and been waited for. */
export function timeOfEndedChildren(pid: number | 'self' = 'self'): ProcessorTime {
  return timeAt(pid, fields.ended)
}

/** Those of this process's running children. */
export function timeOfChildren(parent: number): ProcessorTime {
  const total = { user: 0, kernel: 0 }
  for (const pid of childrenOf(parent)) {
    try {
      const { user, kernel } = timeOf(pid)
      total.user += user
      total.kernel += kernel
    } catch {
      // It has ended in the meantime.
    }
  }
  return total
}

/** The running children of this process. */
export function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      return Number(readStat(pid)[fields.parent]) === parent
    } catch {
      return false
    }
  })
}

/** The process itself and the kernel for it together. */
export function inAll({ user, kernel }: ProcessorTime): number {
  return user + kernel
}

/** Of all cores since the machine started, in microseconds: busy, and requested but given to others by its host. */
export function timeOfMachine(): { busy: number; stolen: number } {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? ''
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return { busy: (user + nice + system + irq + softirq) * tick, stolen: steal * tick }
}

function timeAt(pid: number | 'self', field: number): ProcessorTime {
  const values = readStat(pid).map(Number)
  return { user: (values[field] ?? 0) * tick, kernel: (values[field + 1] ?? 0) * tick }
}
