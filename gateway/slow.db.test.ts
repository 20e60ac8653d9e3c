import { beforeAll, expect, test } from 'vitest'
import { type Client, createAccount, createClient } from '@/test/factories'
import { fetchToken, withGateways } from '@/test/gateway'
import { openRaw, rawRequest } from '@/test/raw-http'

const msisdn = '221771234567'
const world = withGateways()
let client: Client

beforeAll(async () => {
  client = await createClient(world.owner)
  await createAccount(world.owner, msisdn)
})

test('a slow batch is logged with the ids of all requests that waited for it, and nothing else about them', async () => {
  const token = await fetchToken(await world.start(), client)
  const gateway = await world.start({ slowQuery: 100 })
  const connection = await openRaw(gateway.port)
  const path = `/api/eWallet/v1/account?msisdn=${msisdn}`
  const request = rawRequest('GET', path, [`Authorization: Bearer ${token}`])

  const owner = await world.owner.connect()
  await owner.query('BEGIN; LOCK TABLE wallet_account IN ACCESS EXCLUSIVE MODE')
  // In one piece, so that they are one batch.
  connection.send(Buffer.concat([request, request, request]))
  await waitForLock()
  await owner.query('ROLLBACK')
  owner.release()
  const answered = [await connection.read(), await connection.read(), await connection.read()]
  connection.close()
  expect(answered.map(({ status }) => status)).toEqual([200, 200, 200])

  const slow = () => gateway.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'slow database')
  await expect.poll(() => slow().length).toBeGreaterThan(0)
  const requestIds = answered.map(({ headers }) => headers['x-request-id'])
  expect(slow()).toEqual([expect.objectContaining({ what: 'bearer', requestIds, silenced: 0 })])
  expect(slow()[0].milliseconds).toBeGreaterThanOrEqual(100)
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
