import { buildAll } from '../launch/build/build'
import { buildTarget } from './folders'

const built = await buildAll(buildTarget, (line) => process.stdout.write(`${line}\n`))
if (!built) process.stdout.write('The build is up to date.\n')
