import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { makeServer, removeServer, startServer, urlOf } from '@/test/postgres-15'
import { preparePlace } from '../launch/postgres/place'
import { projectRoot } from '../launch/root'
import { testFolder } from './folders'

// Runs a command with a new server of Debian 12's PostgreSQL, the oldest supported version, as the tests' database.
const dataDir = join(testFolder, 'postgres-15')
const [program = '', ...args] = process.argv.slice(2)

// Also what a killed run left behind.
await removeServer(dataDir)
const place = preparePlace(dataDir)
makeServer(place)
try {
  await startServer(place, { fsync: 'off', max_connections: '200' }, join(testFolder, 'postgres-15.log'))
  const env = { ...process.env, TEST_DATABASE_SERVER_URL: urlOf(place) }
  process.exitCode = spawnSync(program, args, { cwd: projectRoot, stdio: 'inherit', env }).status ?? 1
} finally {
  await removeServer(dataDir)
}
