import { beforeAll, expect, test } from 'vitest'
import { createPool } from '@/lib/pool'
import { type Client, createAccount, createClient } from '@/test/factories'
import { fetchToken, withGateways } from '@/test/gateway'

const msisdn = '221771234567'
const world = withGateways()
let client: Client

beforeAll(async () => {
  client = await createClient(world.owner)
  await createAccount(world.owner, msisdn)
})

test('a slow batch is logged with the ids of all requests that waited for it, and nothing else about them', async () => {
  const gateway = await world.start({ slowQuery: 100 })
  const token = await fetchToken(gateway, client)
  const ask = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${gateway.url}/api/eWallet/v1/account?msisdn=${msisdn}`, { headers })
    return { status: response.status, id: response.headers.get('x-request-id') }
  }
  await ask()
  // On a busy machine the first call may be slow, too.
  const before = gateway.logs.length
  const slow = () =>
    gateway.logs
      .slice(before)
      .map((line) => JSON.parse(line))
      .filter(({ msg, what }) => msg === 'slow database' && what === 'bearer')

  const owner = await world.owner.connect()
  await owner.query('BEGIN; LOCK TABLE wallet_account IN ACCESS EXCLUSIVE MODE')
  const answers = [ask(), ask(), ask()]
  await waitForLock()
  await owner.query('ROLLBACK')
  owner.release()
  const answered = await Promise.all(answers)
  expect(answered.map(({ status }) => status)).toEqual([200, 200, 200])
  await expect.poll(() => slow().length).toBeGreaterThan(0)
  const named = slow().flatMap(({ requestIds }) => requestIds)
  const silenced = slow().reduce((sum, line) => sum + line.silenced, 0)
  // Two batches that end together make one line and, should another follow, the count of what was left out.
  for (const id of named) expect(answered.map((each) => each.id)).toContain(id)
  expect(named.length).toBeGreaterThan(0)
  expect(slow()[0].milliseconds).toBeGreaterThanOrEqual(100)
  expect(silenced).toBe(0)
  expect(gateway.logs.join('')).not.toContain(msisdn)
  expect(gateway.logs.join('')).not.toContain(token)
})

test('a slow mint names its request; 0 turns it off, as does a threshold that is not reached', async () => {
  const loud = await world.start({ slowQuery: 100 })
  const silent = [await world.start({ slowQuery: 0 }), await world.start({ slowQuery: 600_000 })]
  for (const gateway of [loud, ...silent]) {
    const held = await createClient(world.owner)
    const owner = await world.owner.connect()
    await owner.query('BEGIN')
    await owner.query('SELECT FROM client_secret WHERE id = $1 FOR UPDATE', [held.secretId])
    const token = fetchToken(gateway, held)
    await waitForLock()
    await owner.query('ROLLBACK')
    owner.release()
    await token
  }
  // On a busy machine other statements of this first request may be slow, too.
  const mints = loud.logs
    .map((line) => JSON.parse(line))
    .filter(({ msg, what }) => msg === 'slow database' && what === 'token')
  expect(mints).toEqual([expect.objectContaining({ requestIds: [expect.stringMatching(/^[0-9a-f-]{36}$/)] })])
  for (const { logs } of silent) expect(logs.join('')).not.toContain('slow database')
})

test('each process has its name in the database, and the text of a statement is the same for every request', async () => {
  const pool = createPool(world.database.gatewayUrl, 1, 'guichet-test-prepared')
  const gateway = await world.start({ pool, slowQuery: 1 })
  for (let n = 0; n < 3; n++) await fetchToken(gateway, client)
  const { rows } = await pool.query(
    `SELECT current_setting('application_name') AS process, array_agg(name) AS prepared
     FROM pg_prepared_statements WHERE name = 'find-clients'`,
  )
  const process = expect.stringMatching(/^guichet-test-prepared \S+:\d+$/)
  expect(rows).toEqual([{ process, prepared: ['find-clients'] }])
})

/** Until a statement of a gateway has waited for longer than counts as slow. */
async function waitForLock(): Promise<void> {
  await expect
    .poll(async () => {
      const { rowCount } = await world.owner.query(
        `SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
         WHERE NOT granted AND now() - waitstart > interval '150 ms' AND a.application_name LIKE 'guichet-test-gateway %'
           AND a.datname = current_database()`,
      )
      return rowCount
    })
    .toBeGreaterThan(0)
}
