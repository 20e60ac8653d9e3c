import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { withOwnDatabase } from '@/test/own-database'
import { watchInstallation } from './installation-metrics'

const own = withOwnDatabase()

async function read(name: string) {
  const registry = new Registry()
  watchInstallation(registry, own.worker, '/nowhere')
  const text = await registry.metrics()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 'missing')
}

test('the newest change of Production accounts has an age, and none before the first import', async () => {
  const name = 'guichet_accounts_newest_change_age_seconds'
  expect(await read(name)).toBeNaN()
  for (const [environment, hours] of [
    ['production', 40],
    ['production', 30],
    ['sandbox', 1],
  ])
    await own.owner.query(
      `INSERT INTO account_import (environment, source, as_of) VALUES ($1, 'stream', now() - make_interval(hours => $2))`,
      [environment, hours],
    )
  expect(Math.abs((await read(name)) - 30 * 3600)).toBeLessThan(60)
})
