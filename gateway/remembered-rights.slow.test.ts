import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '@/lib/pool'
import { type Client, createAccount, createClient, issueSecret } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { openRaw, rawRequest } from '@/test/raw-http'

const calls = Number(process.env.RIGHTS_CALLS ?? 2000)
const revokers = 8
const msisdn = '221771234567'

const world = withGateways()
const gateways: TestGateway[] = []
let revoking: Pool

/** The status of calls as long as `epoch` stays the same; null while a change is on its way. */
type Expected = { balance: number; token: number } | null

/** `ended`: the tokens that were ended, each with the number of those before it. */
type Subject = Client & { token: string; ended: Map<string, number>; expected: Expected; epoch: number }

const granted = { balance: 200, token: 200 }
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

beforeAll(async () => {
  revoking = createPool(world.database.url, revokers, 'guichet-test-revoking')
  await createAccount(world.owner, msisdn, { environment: 'production' })
  for (let count = 0; count < 4; count++) gateways.push(await world.start({ environment: 'production' }))
})

afterAll(() => revoking.end())

async function createSubject(): Promise<Subject> {
  const client = await createClient(world.owner, { environment: 'production' })
  const token = await fetchToken(pick(gateways), client)
  return { ...client, token, ended: new Map(), expected: granted, epoch: 0 }
}

type Change = { sql: string; undo?: string; leaves: NonNullable<Expected> }

/** In SQL, as operators write it and as the portal does: no command of this version takes part. */
const changes: Record<string, Change> = {
  'suspends the application': {
    sql: `UPDATE application SET state = 'suspended' WHERE id = $1`,
    undo: `UPDATE application SET state = 'active' WHERE id = $1`,
    leaves: { balance: 401, token: 400 },
  },
  'suspends the owner': {
    sql: 'UPDATE application SET owner_suspended = true WHERE id = $1',
    undo: 'UPDATE application SET owner_suspended = false WHERE id = $1',
    leaves: { balance: 401, token: 400 },
  },
  'limits the accounts': {
    sql: `UPDATE application SET access = 'listed' WHERE id = $1`,
    undo: `UPDATE application SET access = 'all' WHERE id = $1`,
    leaves: { balance: 404, token: 200 },
  },
  'lists other addresses': {
    sql: `UPDATE application SET allowed_networks = '{203.0.113.0/24}' WHERE id = $1`,
    undo: `UPDATE application SET allowed_networks = '{}' WHERE id = $1`,
    leaves: { balance: 403, token: 401 },
  },
  'moves it to keys': {
    sql: `UPDATE application SET client_authentication = 'private_key_jwt' WHERE id = $1`,
    undo: `UPDATE application SET client_authentication = 'client_secret' WHERE id = $1`,
    leaves: { balance: 200, token: 401 },
  },
  'ends its tokens': {
    sql: `UPDATE access_token SET expires_at = clock_timestamp() WHERE application_id = $1 AND expires_at > clock_timestamp()`,
    leaves: { balance: 401, token: 200 },
  },
  'deletes its tokens': {
    sql: 'DELETE FROM access_token WHERE application_id = $1',
    leaves: { balance: 401, token: 200 },
  },
  'revokes its secret': {
    sql: 'UPDATE client_secret SET revoked_at = now() WHERE application_id = $1 AND revoked_at IS NULL',
    leaves: { balance: 200, token: 401 },
  },
  'retires its secret': {
    sql: 'UPDATE client_secret SET retires_at = clock_timestamp() WHERE application_id = $1 AND retires_at IS NULL',
    leaves: { balance: 200, token: 401 },
  },
}

/** One connection that takes away and returns rights of separate applications. */
async function revoke(subjects: Subject[], goesOn: () => boolean): Promise<number> {
  const client = await revoking.connect()
  let done = 0
  try {
    while (goesOn()) {
      const subject = pick(subjects)
      const change = pick(Object.values(changes))
      subject.expected = null
      subject.epoch++
      await client.query(change.sql, [subject.applicationId])
      // Committed: from here on, no call gets more than this.
      if (change.leaves.balance === 401 && !change.undo && !subject.ended.has(subject.token))
        subject.ended.set(subject.token, subject.ended.size)
      subject.expected = change.leaves
      subject.epoch++
      done++
      await client.query('SELECT pg_sleep($1)', [Math.random() * 0.03])
      subject.expected = null
      subject.epoch++
      await giveBack(subject, change, (sql) => client.query(sql, [subject.applicationId]))
      subject.expected = granted
      subject.epoch++
    }
  } finally {
    client.release()
  }
  return done
}

async function giveBack(subject: Subject, { undo, leaves }: Change, run: (sql: string) => Promise<unknown>) {
  if (undo) await run(undo)
  else if (leaves.token === 200) subject.token = await fetchToken(pick(gateways), subject)
  else {
    await run('DELETE FROM client_secret WHERE application_id = $1')
    Object.assign(subject, await replaceSecret(subject))
  }
}

async function replaceSecret({ applicationId }: Client) {
  const { id, clientSecret } = await issueSecret(world.owner, applicationId, 'production')
  return { secretId: id, clientSecret }
}

async function call(gateway: TestGateway, subjects: Subject[], goesOn: () => boolean, wrong: string[]) {
  const connection = await openRaw(gateway.port)
  while (goesOn()) {
    const subject = pick(subjects)
    const { expected, epoch, token, clientId, clientSecret } = subject
    const ended = subject.ended.size
    const kind = Math.random() < 0.5 ? 'balance' : 'token'
    connection.send(
      kind === 'balance'
        ? rawRequest('GET', `/api/eWallet/v1/account?msisdn=${msisdn}`, [`Authorization: Bearer ${token}`])
        : rawRequest(
            'POST',
            '/oauth/token',
            ['Content-Type: application/x-www-form-urlencoded'],
            `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`,
          ),
    )
    const { status, body } = await connection.read()
    const issued = kind === 'token' && status === 200 ? JSON.parse(body).access_token : ''
    if ((subject.ended.get(issued) ?? ended) < ended)
      wrong.push('a token that had been ended was issued again')
    // Beyond the limit of numbers that are not found.
    const got = status === 429 ? 404 : status
    if (expected && subject.epoch === epoch && got !== expected[kind])
      wrong.push(`${kind}: ${status} instead of ${expected[kind]} ${body}`)
  }
  connection.close()
}

test(`of ${calls} calls at four gateways, none that begins after a commit gets more than it should`, {
  timeout: 60_000 + 10 * calls,
}, async () => {
  const subjects = await Promise.all(Array.from({ length: 64 }, createSubject))
  const wrong: string[] = []
  let left = calls
  const goesOn = () => left > 0 && wrong.length < 20
  const revocations = Array.from({ length: revokers }, (_, place) =>
    revoke(
      subjects.filter((_, index) => index % revokers === place),
      goesOn,
    ).catch((error) => wrong.push(String(error))),
  )
  const calling = Array.from({ length: 32 }, (_, place) =>
    call(gateways[place % gateways.length] as TestGateway, subjects, () => goesOn() && left-- > 0, wrong),
  )
  await Promise.all(calling)
  const done = await Promise.all(revocations)
  expect(wrong).toEqual([])
  expect(done.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(calls / 200)
})
