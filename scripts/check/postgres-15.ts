import { join } from 'node:path'
import { makeServer, removeServer, startServer, urlOf } from '@/test/postgres-15'
import { preparePlace } from '../launch/postgres/place'
import { findDebianProgram } from './debian'
import { logs, testFolder } from './folders'
import { vitest } from './runners'
import type { Step, Wanted } from './step'

const dataDir = join(testFolder, 'postgres-15')

/** The database tests again, on Debian 12's PostgreSQL: the oldest supported version. */
export function onDebianPostgres(wanted: Wanted): Step {
  const name = 'tests on PostgreSQL 15'
  return {
    name,
    async run() {
      if (!findDebianProgram('postgres'))
        return { code: 0, output: '', count: { passed: 0, failed: 0, skipped: 1 } }
      return withDebianPostgres((url) =>
        vitest(name, wanted, ['database*'], { env: { TEST_DATABASE_SERVER_URL: url } }).run(),
      )
    },
  }
}

/** Runs `work` with the address of a superuser of a new server, which also replaces what a killed run left behind. */
async function withDebianPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  await removeServer(dataDir)
  const place = preparePlace(dataDir)
  makeServer(place)
  try {
    await startServer(place, { fsync: 'off', max_connections: '200' }, join(logs, 'postgres-15.log'))
    return await work(urlOf(place))
  } finally {
    await removeServer(dataDir)
  }
}
