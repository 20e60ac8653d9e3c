import { run } from './process'
import { vitest } from './runners'
import { logOf, type Step, type Wanted } from './step'

/**
 * Runs the unit and database tests on another version of Node, which npm downloads the first time: directly the package
 * that `node` would install by a script, as install scripts are often disabled.
 */
export function onNode(version: string, wanted: Wanted): Step {
  const name = `tests on Node ${version.split('.')[0]}`
  const found = `node-${process.platform}-${process.arch}@${version}`
  const node = ['npm', 'exec', '--yes', `--package=${found}`, '--', 'node']
  const tests = vitest(name, wanted, ['unit*', 'database*'], { node })
  return {
    ...tests,
    async run() {
      const { output } = await run([...node, '--version'], logOf(`${name} version`))
      if (output.includes(`v${version}`)) return tests.run()
      return {
        code: 1,
        output: `npm did not install ${found}:\n${output}`,
        count: { passed: 0, failed: 1, skipped: 0 },
      }
    },
  }
}
