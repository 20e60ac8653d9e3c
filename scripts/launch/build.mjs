// `npm run build`: what `npm start` builds, for deployments that start the processes themselves.
import { refuseOldNode } from './node-version.mjs'

refuseOldNode()
const { register } = await import('tsx/esm/api')
register()
const [{ buildAll, defaultTarget }, { ProgramError }] = await Promise.all([
  import('./build/build.ts'),
  import('./build/run.ts'),
])
const print = (line) => void process.stdout.write(`${line}\n`)
try {
  if (!(await buildAll(defaultTarget, print))) print('The build is up to date.')
} catch (error) {
  console.error(error instanceof ProgramError ? error.message : error)
  process.exitCode = 1
}
