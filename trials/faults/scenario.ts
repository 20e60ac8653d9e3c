import type { World } from './world'

/**
 * One fault. `run` causes it and reports the time: `struck` at its moment or, if it lasts, `lifted` at its end. It
 * returns a note for the report.
 */
export type Scenario = {
  name: string
  title: string
  run(world: World, moments: Moments): Promise<string | undefined>
}

export type Moments = { struck(): void; lifted(): void }
