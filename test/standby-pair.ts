import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { preparePlace } from '@/scripts/launch/postgres/place'
import { stopPostmaster } from '@/scripts/launch/postgres/postmaster'
import { projectRoot } from '@/scripts/launch/root'
import { copyServer, makeServer, moveTo, removeServers, startServer, urlOf } from './postgres-15'

const folder = join(projectRoot, '.test', `standby-${process.pid}`)

/** A PostgreSQL 15 and its streaming standby; addresses are the superuser's. */
export type StandbyPair = {
  primaryUrl: string
  /** `url` on the primary, for the same database on the standby. */
  onStandby(url: string): string
  /** Runs SQL on the standby, as its superuser. */
  standby: Client
  stopStandby(): Promise<void>
  startStandby(): Promise<void>
  remove(): Promise<void>
}

/** Gives the `describe` around the call a pair; the test databases that it makes afterwards are on the primary. */
export function withStandbyPair(): StandbyPair {
  const pair = {} as StandbyPair
  beforeAll(async () => {
    Object.assign(pair, await startStandbyPair())
    process.env.TEST_DATABASE_SERVER_URL = pair.primaryUrl
  }, 120_000)
  afterAll(() => pair.remove())
  return pair
}

/** Creates both, in folders of this process. */
export async function startStandbyPair(): Promise<StandbyPair> {
  await removeAll()
  mkdirSync(folder, { recursive: true })
  const primary = preparePlace(join(folder, 'primary'))
  const copy = preparePlace(join(folder, 'standby'))
  makeServer(primary)
  await startServer(primary)
  copyServer(primary, copy, ['-R', '-c', 'fast'])
  await startServer(copy)
  const standby = new Client({ connectionString: urlOf(copy) })
  await standby.connect()
  standby.on('error', () => {})
  return {
    primaryUrl: urlOf(primary),
    onStandby: (url) => moveTo(copy, url),
    standby,
    stopStandby: () => stopPostmaster(copy.data),
    startStandby: () => startServer(copy),
    async remove() {
      await standby.end().catch(() => {})
      await removeAll()
    },
  }
}

function removeAll(): Promise<void> {
  return removeServers(folder, ['standby', 'primary'])
}
