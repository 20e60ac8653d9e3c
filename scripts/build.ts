import { buildAll, defaultTarget } from './build/build'

const built = await buildAll(defaultTarget, (line) => process.stdout.write(`${line}\n`))
if (!built) process.stdout.write('The build is up to date.\n')
