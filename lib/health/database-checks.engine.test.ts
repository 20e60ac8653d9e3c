import { expect, test } from 'vitest'
import { createPool } from '@/lib/pool'
import { canReplicate } from '@/test/postgres-15'
import { startStandbyPair } from '@/test/standby-pair'
import { checkStandbys } from './database-checks'

// The embedded PostgreSQL cannot be copied.
test.skipIf(!canReplicate())(
  'a standby that follows, and one that waits (needs postgresql-15)',
  async () => {
    const pair = await startStandbyPair()
    const primary = createPool(pair.primaryUrl, 2, 'test')
    const urls = [pair.onStandby(pair.primaryUrl)]
    expect(await checkStandbys(primary, urls, 5)).toMatchObject([{ outcome: 'good', values: { bound: 5 } }])
    // Where each server of a cluster is named, one is the primary; alone it is a mistake.
    expect(await checkStandbys(primary, [pair.primaryUrl, ...urls], 5)).toMatchObject([
      { outcome: 'primary' },
      { outcome: 'good' },
    ])
    expect(await checkStandbys(primary, [pair.primaryUrl], 5)).toMatchObject([{ outcome: 'no_standby' }])
    await pair.standby.query('SELECT pg_wal_replay_pause()')
    await primary.query('CREATE TABLE news ()')
    expect(await checkStandbys(primary, urls, 5)).toMatchObject([{ outcome: 'behind' }])
    await primary.end()
    await pair.remove()
  },
  60_000,
)
