import type { World } from './world'

/**
 * One fault. `run` brings it about and says when: `struck` at its moment or, when it lasts, `lifted` at its end. What it
 * returns is said beside its figures.
 */
export type Scenario = {
  name: string
  title: string
  /** a sentence why it cannot be tried here, or null */
  obstacle?(world: World): string | null
  /** what must stand before calls are counted. @returns what takes it down again */
  prepare?(world: World): Promise<() => Promise<void>>
  run(world: World, moments: Moments): Promise<string | undefined>
}

export type Moments = { struck(): void; lifted(): void }
