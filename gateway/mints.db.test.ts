import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { holdLocks, untilBlocked } from '@/test/blocked'
import { type Client, createAccount, createClient } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'

const world = withGateways()
const numbers = Array.from({ length: 40 }, (_, index) => index)
let first: TestGateway
let second: TestGateway

beforeAll(async () => {
  first = await world.start()
  second = await world.start()
  await createAccount(world.owner, '221771234567')
})

const createClients = (): Promise<Client[]> => Promise.all(numbers.map(() => createClient(world.owner)))
const mintAll = (gateway: TestGateway, clients: Client[]): Promise<string[]> =>
  Promise.all(clients.map((client) => fetchToken(gateway, client)))

async function ownersOf(tokens: string[]): Promise<(string | undefined)[]> {
  const { rows } = await world.owner.query(
    `SELECT application_id, encode(token_hash, 'hex') AS hash FROM access_token
     WHERE token_hash = ANY (SELECT sha256(convert_to(token, 'UTF8')) FROM unnest($1::text[]) AS t (token))`,
    [tokens],
  )
  const owners = new Map(rows.map(({ application_id, hash }) => [hash, application_id]))
  return tokens.map((token) => owners.get(createHash('sha256').update(token).digest('hex')))
}

test('requests of the same turn are minted in few transactions, each for its own application', async () => {
  const clients = await createClients()
  const tokens = await mintAll(first, clients)
  expect(await ownersOf(tokens)).toEqual(clients.map(({ applicationId }) => applicationId))
  const { rows } = await world.owner.query(
    'SELECT count(DISTINCT xmin::text)::int AS transactions FROM access_token WHERE application_id = ANY ($1)',
    [clients.map(({ applicationId }) => applicationId)],
  )
  expect(rows[0].transactions).toBeLessThan(clients.length)
})

test('gateways that mint for the same applications at the same time agree on every token', async () => {
  const clients = await createClients()
  const [some, others] = await Promise.all([mintAll(first, clients), mintAll(second, [...clients].reverse())])
  expect(some).toEqual(others.reverse())
})

test('an application that is locked keeps no other waiting, and gets its token afterwards', async () => {
  const [locked, ...others] = (await createClients()) as [Client, ...Client[]]
  const release = await holdLocks(world.owner, 'SELECT FROM application WHERE id = $1 FOR UPDATE', [
    locked.applicationId,
  ])
  const late = fetchToken(first, locked)
  const tokens = await mintAll(first, others)
  expect(await ownersOf(tokens)).toEqual(others.map(({ applicationId }) => applicationId))
  await untilBlocked(world.owner, 1)
  await release()
  expect(await ownersOf([await late])).toEqual([locked.applicationId])
})

test.each([
  [
    'the application is suspended',
    `UPDATE application SET state = 'suspended' WHERE id = $1`,
    'unauthorized_client',
  ],
  [
    'the owner is suspended',
    'UPDATE application SET owner_suspended = true WHERE id = $1',
    'unauthorized_client',
  ],
  [
    'the secret is revoked',
    'UPDATE client_secret SET revoked_at = now() WHERE application_id = $1',
    'invalid_client',
  ],
])('nothing is minted for one for which %s meanwhile', async (_, change, error) => {
  const client = await createClient(world.owner)
  const release = await holdLocks(world.owner, change, [client.applicationId])
  const answer = fetchToken(first, client)
  answer.catch(() => {})
  await untilBlocked(world.owner, 1)
  await release()
  await expect(answer).rejects.toThrow(error)
  const { rowCount } = await world.owner.query('SELECT FROM access_token WHERE application_id = $1', [
    client.applicationId,
  ])
  expect(rowCount).toBe(0)
})

test('of two requests for one generation in the same statement, one is minted', async () => {
  const { secretId } = await createClient(world.owner)
  const { rows } = await world.owner.query(
    `SELECT at_position::int, minted FROM mint_access_tokens($1, '{1,1}', $2, '{test,test}', $3, interval '5 minutes')`,
    [
      [secretId, secretId],
      [Buffer.from('a'), Buffer.from('b')],
      [Buffer.from(`${secretId}a`), Buffer.from(`${secretId}b`)],
    ],
  )
  expect(rows.map(({ minted }) => minted).sort()).toEqual([false, true])
})
