import type { RehearsalFacts } from '@/lib/usage/schema'

type Timed = Pick<RehearsalFacts, 'arrivedAt' | 'respondedAt' | 'clock'> & { number: number }

/**
 * The calls with times that keep their distance within each gateway: one that came to know the database's
 * clock better has moved its own, and a call right after a response could seem to come before it. The first
 * call of a gateway decides, so that later ones change nothing.
 */
export function alignClocks<Call extends Timed>(calls: Call[]): Call[] {
  const offsets = new Map<string, number>()
  return calls
    .toSorted((one, other) => one.number - other.number)
    .map((call) => {
      const { clock } = call
      if (clock?.offset === undefined) return call
      const shift = (offsets.get(clock.id) ?? clock.offset) - clock.offset
      if (!offsets.has(clock.id)) offsets.set(clock.id, clock.offset)
      return {
        ...call,
        arrivedAt: call.arrivedAt + shift,
        respondedAt: call.respondedAt + shift,
        clock: { ...clock, errorMs: clock.errorMs + Math.abs(shift) },
      }
    })
}

/** By how many milliseconds the times of two calls may be wrong towards each other. */
export function clocksApart({ clock: one }: Timed, { clock: other }: Timed): number {
  return one?.id === other?.id ? 0 : (one?.errorMs ?? 0) + (other?.errorMs ?? 0)
}
