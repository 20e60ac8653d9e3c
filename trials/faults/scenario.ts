import type { World } from './world'

/**
 * One fault. `run` causes it and reports the time: `struck` at its moment or, if it lasts, `lifted` at its end. It
 * returns a note for the report.
 */
export type Scenario = {
  name: string
  title: string
  /** a sentence on why it can't be tried here, or null */
  obstacle?(world: World): string | null
  /** prepares it before calls are counted. @returns the clean-up */
  prepare?(world: World): Promise<() => Promise<void>>
  run(world: World, moments: Moments): Promise<string | undefined>
}

export type Moments = { struck(): void; lifted(): void }
