import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findDebianProgram } from '@/scripts/check/debian'
import { findFreePorts } from '@/scripts/check/ports'
import { startBundled } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'
import { type Pooler, startPooler } from '@/test/pooler'
import { isMissing } from '@/test/programs'

vi.setConfig({ testTimeout: 60_000 })

const own = withOwnDatabase()

describe.skipIf(isMissing('pgbouncer'))(
  'PgBouncer 1.18, without statements of its clients (needs pgbouncer)',
  () => {
    let pooler: Pooler
    beforeAll(async () => {
      pooler = await startPooler([findDebianProgram('pgbouncer') as string], own.feedUrl, {
        default_pool_size: 4,
      })
    })
    afterAll(() => pooler.stop())

    test('the feed is not ready, as one request of four would fail', async () => {
      const port = await findFreePorts(6)
      const settings = {
        PATH: process.env.PATH,
        NODE_ENV: 'production' as const,
        DATABASE_URL: pooler.url,
        FEED_KEYS: `core:${'k'.repeat(32)}`,
        FEED_PORT: String(port),
        METRICS_PORT: String(port + 1),
      }
      const child = startBundled('feed', settings, ['ignore', 'ignore', 'inherit'])
      const ready = () => fetch(`http://127.0.0.1:${port}/readyz`).then((response) => response.json())
      await expect
        .poll(() => ready().catch(() => null), { timeout: 30_000 })
        .toEqual({ status: 'unavailable', reason: 'pooler_loses_statements' })
      child.kill()
    })
  },
)
