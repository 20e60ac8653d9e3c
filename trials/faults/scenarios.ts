import { setTimeout as pause } from 'node:timers/promises'
import { kills } from './kills'
import { mailFault } from './mail-fault'
import { overloads } from './overloads'
import { rolling } from './rolling'
import type { Scenario } from './scenario'

/** The others are compared with this one. */
export const nothing: Scenario = {
  name: 'nothing',
  title: 'Nothing (for comparison)',
  async run(_world, { struck }) {
    struck()
    await pause(15_000)
  },
}

/** Every fault, in the order of the table. */
export const scenarios: Scenario[] = [nothing, ...kills, rolling, mailFault, ...overloads]
