import type { Defence } from './defence'
import { organisationDefences } from './organisations'
import { peopleDefences } from './people'
import { programDefences } from './programs'
import { sqlDefences } from './sql'
import { statementDefences } from './statements'

/** What is taken away one at a time by `npm --prefix trials run defences`: what mutants do not reach. */
export const defences: Defence[] = [
  ...sqlDefences,
  ...statementDefences,
  ...peopleDefences,
  ...programDefences,
  ...organisationDefences,
]
