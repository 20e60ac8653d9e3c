import { vitest } from './runners'
import type { Step, Wanted } from './step'

/** The unit tests and those with a database on another version of Node, which npm downloads the first time. */
export function onNode(version: string, wanted: Wanted): Step {
  const node = ['npm', 'exec', '--yes', `--package=node@${version}`, '--', 'node']
  return vitest(`tests on Node ${version.split('.')[0]}`, wanted, ['unit*', 'database*'], { node })
}
