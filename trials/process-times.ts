import { readdirSync, readFileSync } from 'node:fs'

/** CPU time in microseconds: of a process itself, and of the kernel on its behalf. */
export type ProcessorTime = { user: number; kernel: number }

/** proc(5) counts in ticks, 100 a second. */
const tick = 10_000
/** Fields of a process's line, from the third on: its parent, its own times. */
const fields = { parent: 1, own: 11, ended: 13 }

/** A process's times so far, over all its threads. @throws Error when it doesn't exist */
export function timeOf(pid: number): ProcessorTime {
  const values = readStat(pid).map(Number)
  return { user: (values[fields.own] ?? 0) * tick, kernel: (values[fields.own + 1] ?? 0) * tick }
}

/** Those of this process's children, of which some may have ended. */
export function timeOfChildren(parent: number): ProcessorTime {
  const [user = 0, kernel = 0] = readStat(parent).slice(fields.ended).map(Number)
  const total = { user: user * tick, kernel: kernel * tick }
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

/**
 * The fields of proc(5) that describe a process, from the third on, its state.
 * @throws Error when it doesn't exist
 */
function readStat(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
}

/** The process itself and the kernel for it together. */
export function inAll({ user, kernel }: ProcessorTime): number {
  return user + kernel
}
