import { conflictDefences } from './conflicts'
import type { Defence } from './defence'
import { gatewayDefences } from './gateway'
import { peopleDefences } from './people'
import { recordDefences } from './record'
import { webDefences } from './web'

/** What is taken away one at a time by `npm run defences`. */
export const defences: Defence[] = [
  ...webDefences,
  ...peopleDefences,
  ...conflictDefences,
  ...gatewayDefences,
  ...recordDefences,
]
