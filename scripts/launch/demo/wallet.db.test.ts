import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemoAccounts } from '@/prisma/seed-accounts'
import { walletKey, withFeed } from '@/test/feed'
import { runWallet } from './wallet'

const world = withFeed()
let end: () => Promise<void>

beforeAll(async () => {
  await seedDemoAccounts(world.own.owner)
})

afterAll(() => end())

const read = async (columns: string) =>
  (await world.own.owner.query(`SELECT ${columns} FROM wallet_account ORDER BY msisdn`)).rows

test('the accounts of the demo come by the feed, also after an outage, and the balances of active ones change', async () => {
  const still = 'msisdn, type, status, currency, frozen_balance'
  const seeded = await read(still)
  await world.own.owner.query('ALTER TABLE feed_sender ADD CONSTRAINT broken CHECK (false) NOT VALID')
  end = await runWallet({ url: world.address, key: walletKey, everyMs: 5 })
  await world.own.owner.query('ALTER TABLE feed_sender DROP CONSTRAINT broken')
  await expect.poll(() => read('demo')).toEqual(seeded.map(() => ({ demo: false })))
  const first = await read('status, balance')
  const changed = async () => (await read('balance')).map(({ balance }, at) => balance !== first[at].balance)
  await expect.poll(changed).toEqual(first.map(({ status }) => status === 'active'))
  expect(await read(still)).toEqual(seeded)
  expect((await world.own.owner.query('SELECT FROM refused_change')).rowCount).toBe(0)
})
