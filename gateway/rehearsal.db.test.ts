import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPool } from '@/lib/pool'
import { countRehearsalCalls, createProgramReader } from '@/lib/rehearsals/by-program'
import { finishRehearsals } from '@/lib/rehearsals/finish'
import { maxRehearsalCalls, rehearsalCases } from '@/lib/rehearsals/schema'
import { type Client, createAccount, createClient } from '@/test/factories'
import { fetchToken, sandboxOf, type TestGateway, withGateways } from '@/test/gateway'
import { openWireTo } from '@/test/wire'

const world = withGateways()
let gateway: TestGateway
let second: TestGateway
let client: Client
let token: string

const rehearsal = '/sandbox/v1/rehearsal'
const active = '221790000101'
const suspended = '221790000102'
const unknown = '221790000199'

beforeAll(async () => {
  gateway = await world.start()
  second = await world.start()
  await createAccount(world.owner, active)
  await createAccount(world.owner, suspended, { status: 'suspended' })
})

beforeEach(async () => {
  client = await createClient(world.owner)
  token = await fetchToken(gateway, client)
})

type Case = { id: string; outcome: string; evidence: string; requestIds: string[] }
type Body = { state: string; startedAt: string; endsAt: string; cases: Case[]; code?: string }
type At = { to?: TestGateway; bearer?: string }

async function send(
  method: string,
  path: string,
  { to = gateway, bearer = token }: At & { body?: object } = {},
) {
  const response = await fetch(to.url + path, { method, headers: { Authorization: `Bearer ${bearer}` } })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: JSON.parse(text || 'null') as Body }
}

const start = (at?: At) => send('POST', rehearsal, at)
const read = (at?: At) => send('GET', rehearsal, at)
const end = (at?: At) => send('DELETE', rehearsal, at)
const ask = (msisdn: string, at?: At) => send('GET', `/api/eWallet/v1/account?msisdn=${msisdn}`, at)

async function setFault(msisdn: string, fault: object) {
  const body = { type: 'customer', status: 'active', fault }
  const amount = { value: 1, unit: 'XOF' }
  await fetch(`${gateway.url}/sandbox/v1/accounts/${msisdn}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...body, balance: amount, frozenBalance: amount }),
  })
}

async function outcomesOf(found: Promise<{ body: Body }>): Promise<Record<string, string>> {
  return Object.fromEntries((await found).body.cases.map(({ id, outcome }) => [id, outcome]))
}

/** The cases of the rehearsal that is ended now, once the gateways have written its last calls. */
async function readAtEnd(): Promise<Case[]> {
  await end()
  await expect.poll(async () => (await read()).headers.has('retry-after')).toBe(false)
  return (await read()).body.cases
}

/** The rehearsal ended so long ago that what is missing cannot arrive any more. */
async function passHalfAMinute(): Promise<void> {
  await world.owner.query(
    `UPDATE rehearsal SET ended_at = ended_at - interval '31 seconds' WHERE application_id = $1`,
    [client.applicationId],
  )
}

async function outcomesAtEnd(): Promise<Record<string, string>> {
  return Object.fromEntries((await readAtEnd()).map(({ id, outcome }) => [id, outcome]))
}

async function evidenceOf(id: string, found = read()): Promise<Case | undefined> {
  return (await found).body.cases.find((each) => each.id === id)
}

describe('by program', () => {
  test('it is started once, read, and ended', async () => {
    expect(await read()).toMatchObject({ status: 404, body: { code: 'rehearsal_not_found' } })
    expect(await end()).toMatchObject({ status: 404, body: { code: 'rehearsal_not_found' } })
    const started = await start()
    expect(started).toMatchObject({ status: 201, body: { state: 'running' } })
    expect(Object.keys(started.body)).toEqual(['state', 'startedAt', 'endsAt', 'cases'])
    expect(started.body.cases.map(({ id, outcome }) => [id, outcome])).toEqual(
      rehearsalCases.map((id) => [id, 'not_yet']),
    )
    const { startedAt, endsAt } = started.body
    expect(Date.parse(endsAt) - Date.parse(startedAt)).toBe(24 * 3_600_000)
    expect(await start()).toMatchObject({ status: 409, body: { code: 'rehearsal_running' } })
    expect(await end()).toMatchObject({ status: 200, body: { state: 'ended' } })
    expect(await end()).toMatchObject({ status: 404 })
    expect(await read()).toMatchObject({ status: 200, body: { state: 'ended', startedAt } })
    expect((await start()).status).toBe(201)
  })

  test('of parallel starts one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => start({ to: index % 2 ? gateway : second })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...new Array(9).fill(409)])
  })

  test('other methods are refused, credentials belong in the header, and starts are limited', async () => {
    const put = await send('PUT', rehearsal)
    expect(put).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
    expect(put.headers.get('allow')).toBe('GET, HEAD, POST, DELETE, OPTIONS')
    expect(await send('POST', `${rehearsal}?access_token=${token}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
    expect((await send('POST', `${rehearsal}/`)).status).toBe(404)
    for (let left = 30; left > 0; left--) expect([201, 409]).toContain((await start()).status)
    const refused = await start()
    expect(refused).toMatchObject({ status: 429, body: { code: 'quota_exceeded' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await read()).status).toBe(200)
  })

  test('its cases are those that are not off', async () => {
    await world.owner.query(`INSERT INTO rehearsal_case (id, requirement) VALUES ('clean_requests', 'off')`)
    const shown = rehearsalCases.filter((id) => id !== 'clean_requests')
    for (const response of [await start(), await read(), await end()])
      expect(response.body.cases.map(({ id }) => id)).toEqual(shown)
    await world.owner.query('DELETE FROM rehearsal_case')
  })

  test('without a database it is neither started nor ended, and both work again afterwards', {
    tags: 'slow',
  }, async () => {
    const wire = await openWireTo(world.database.gatewayUrl)
    const pool = createPool(wire.url, 2, 'guichet-test-away', 500)
    const to = await world.start({ pool, lookupTimeoutMs: 500 })
    const unavailable = async (response: ReturnType<typeof start>) => {
      expect(await response).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect((await response).headers.get('retry-after')).toBe('1')
    }
    const away = async (call: typeof start) => {
      wire.lose()
      wire.cut()
      await unavailable(call({ to }))
      wire.restore()
    }
    await away(start)
    expect((await read()).status).toBe(404)
    await expect.poll(async () => (await start({ to })).status).toBe(201)
    await away(end)
    expect((await read()).body.state).toBe('running')
    await expect.poll(async () => (await end({ to })).status).toBe(200)
    wire.close()
  })

  test('one that ended although the response was lost is read', async () => {
    await start()
    const { pool } = second.context
    const query = vi.spyOn(pool, 'query')
    query.mockImplementation((async (...input: Parameters<typeof pool.query>) => {
      if (String(input[0]).includes('read_rehearsal')) throw new Error('the database is away')
      return Reflect.apply(Object.getPrototypeOf(pool).query, pool, input)
    }) as never)
    expect((await end({ to: second })).status).toBe(503)
    query.mockRestore()
    expect((await end()).status).toBe(404)
    expect((await read()).body.state).toBe('ended')
  })

  test('its calls are only read again after more were recorded', async () => {
    const sizes: number[] = []
    const query = async (...input: [string, unknown[]]) => {
      const result = await gateway.context.pool.query(...input)
      sizes.push(result.rows[0].described.recorded.length)
      return result
    }
    const readAgain = createProgramReader({ query } as unknown as typeof gateway.context.pool, 'sandbox')
    const countPassed = async () =>
      (await readAgain(client.applicationId))?.cases.filter(({ outcome }) => outcome === 'passed').length
    const record = async (msisdn: string) => {
      await ask(msisdn)
      await gateway.flushMeters()
    }
    await start()
    await record(active)
    expect([await countPassed(), await countPassed()]).toEqual([2, 2])
    await record(suspended)
    expect([await countPassed(), await countPassed()]).toEqual([3, 3])
    await end()
    await start()
    expect(await countPassed()).toBe(0)
    expect(sizes).toEqual([1, 0, 2, 0, 0])
  })

  test('what starts and ends it is audited', async () => {
    await start()
    await end()
    const { rows } = await world.owner.query(
      `SELECT action, actor_role, detail->'byProgram' AS program FROM audit_entry WHERE subject_id = $1 ORDER BY sequence`,
      [client.applicationId],
    )
    expect(rows).toMatchObject([
      { action: 'rehearsal.started', actor_role: 'system', program: true },
      { action: 'rehearsal.ended', actor_role: 'system', program: true },
    ])
  })
})

/** The wait that Retry-After asks for. */
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

describe('a program', () => {
  test('that waits exactly as long passes, although another gateway hardly knows the time', {
    tags: 'slow',
  }, async () => {
    const late = await world.start()
    await start()
    // Its only reading came back 0.8 s after the database had read its clock, which it takes for the middle.
    const { clock } = sandboxOf(late)
    const readAndWait = async () => {
      const at = Date.now()
      await pause(0.8)
      return at
    }
    await clock.reading(readAndWait, (at) => at)
    vi.spyOn(clock, 'reading').mockImplementation((run) => run())
    await setFault('221790000110', { kind: 'error', code: 'quota_exceeded', calls: 1 })
    const { status, headers } = await ask('221790000110')
    expect(status).toBe(429)
    await pause(Number(headers.get('retry-after')))
    expect((await ask('221790000110', { to: late })).status).toBe(200)
    expect(await outcomesAtEnd()).toMatchObject({ quota_exceeded: 'passed' })
  })

  test('that calls again immediately fails, whatever calls overlap later, also in the report', async () => {
    await start()
    for (const code of ['quota_exceeded', 'unavailable']) {
      await setFault('221790000110', { kind: 'error', code, calls: 1 })
      expect((await ask('221790000110')).body.code).toBe(code)
      expect((await ask('221790000110')).status).toBe(200)
    }
    for (let left = 2; left > 0; left--) expect((await ask(unknown)).status).toBe(404)
    await Promise.all(Array.from({ length: 20 }, () => ask(active)))
    const failed = { quota_exceeded: 'failed', unavailable: 'failed', unknown_account: 'failed' }
    await expect.poll(() => outcomesOf(read())).toMatchObject(failed)
    expect(await outcomesAtEnd()).toMatchObject(failed)
    await finishRehearsals(undefined, 0)
    expect(await outcomesOf(read())).toMatchObject(failed)
  })

  test('that repeats a refused token fails, although a token request was begun before and kept back', async () => {
    await start()
    const { hostname, port } = new URL(gateway.url)
    const socket = connect(Number(port), hostname)
    const { clientId, clientSecret } = client
    const body = `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`
    const type = 'Content-Type: application/x-www-form-urlencoded'
    socket.write(`POST /oauth/token HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n`)
    await expect.poll(() => gateway.context.inFlight).toBe(1)
    await world.owner.query(
      `UPDATE access_token SET expires_at = now() - interval '1 minute' WHERE application_id = $1`,
      [client.applicationId],
    )
    for (let left = 2; left > 0; left--) expect((await ask(active)).status).toBe(401)
    socket.end(body)
    expect(`${(await once(socket, 'data'))[0]}`).toContain('200 OK')
    token = await fetchToken(gateway, client)
    expect((await ask(active)).status).toBe(200)
    expect(await outcomesAtEnd()).toMatchObject({ token: 'passed', expired_token: 'failed' })
  })

  test('that uses a token which has ended is attributed, and gets the same response as others', async () => {
    await start()
    await world.owner.query(
      `UPDATE access_token SET expires_at = now() - interval '1 minute' WHERE application_id = $1`,
      [client.applicationId],
    )
    const ended = await ask(active)
    const unknownToken = await ask(active, { bearer: `${token}x` })
    expect(ended).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
    expect({ ...ended.body, instance: '' }).toEqual({ ...unknownToken.body, instance: '' })
    const old = token
    token = await fetchToken(gateway, client)
    expect((await ask(active)).status).toBe(200)
    await expect.poll(async () => (await evidenceOf('expired_token'))?.outcome).toBe('passed')
    expect((await evidenceOf('expired_token'))?.requestIds).toHaveLength(2)
    expect((await send('GET', '/sandbox/v1/accounts', { bearer: old })).status).toBe(401)
  })
})

const all = (outcome: string) => Object.fromEntries(rehearsalCases.map((id) => [id, outcome]))

describe('what counts', () => {
  const recorded = async () => {
    const { rows } = await world.owner.query(
      `SELECT r.calls, r.end_reason, (SELECT count(*)::int FROM recent_call c WHERE c.rehearsal_id = r.id) AS recorded,
         (SELECT array_agg(status ORDER BY rehearsal_number) FROM recent_call c WHERE c.rehearsal_id = r.id) AS statuses
       FROM rehearsal r WHERE application_id = $1 ORDER BY started_at DESC LIMIT 1`,
      [client.applicationId],
    )
    return rows[0]
  }

  test('is no call of a stranger who knows the client id, nor one of the rehearsal API', async () => {
    await start()
    const stranger = (fields: object) =>
      fetch(`${gateway.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: client.clientId,
          client_secret: 'wrong',
          grant_type: 'client_credentials',
          ...fields,
        }),
      })
    expect((await stranger({})).status).toBe(401)
    expect((await stranger({ grant_type: '' })).status).toBe(400)
    expect((await stranger({ scope: 'all' })).status).toBe(400)
    expect((await ask(active, { bearer: `${token}0` })).status).toBe(401)
    await read()
    expect(await outcomesAtEnd()).toEqual(all('not_yet'))
    expect(await recorded()).toMatchObject({ calls: 0 })
  })

  test('is every request for a token, although gateways remember clients', async () => {
    await start()
    for (const _ of ['first', 'second', 'third']) await fetchToken(gateway, client)
    expect(await recorded()).toMatchObject({ calls: 3 })
    await end()
  })

  test('is every call, however many there are, while others are sampled', async () => {
    await start()
    await Promise.all(Array.from({ length: 60 }, () => ask(active)))
    await expect.poll(recorded).toMatchObject({ calls: 60, recorded: 60 })
    await end()
    await Promise.all(Array.from({ length: 30 }, () => ask(active)))
    await gateway.flushMeters()
    expect(await recorded()).toMatchObject({ calls: 60, recorded: 60 })
  })

  test('is kept without its number, as a keyed hash that differs from one rehearsal to the next', async () => {
    const hashes: string[] = []
    for (const _ of ['first', 'second']) {
      await start()
      for (const msisdn of [active, active, unknown]) await ask(msisdn)
      await expect.poll(recorded).toMatchObject({ recorded: 3 })
      await end()
    }
    const { rows } = await world.owner.query(
      `SELECT masked_msisdn, rehearsal_facts AS facts FROM recent_call
       WHERE application_id = $1 AND rehearsal_id IS NOT NULL ORDER BY id`,
      [client.applicationId],
    )
    for (const { masked_msisdn, facts } of rows) {
      expect(JSON.stringify([masked_msisdn, facts])).not.toMatch(/221790000\d/)
      expect(facts.msisdn).toMatch(/^[\w-]+\.[\w-]{22}$/)
      hashes.push(facts.msisdn)
    }
    const [one, same, other, later] = hashes
    expect(same).toBe(one)
    expect(other).not.toBe(one)
    expect(later).not.toBe(one)
  })

  test('are 2,000 calls: one more ends it, and is not part of it', { tags: 'slow' }, async () => {
    await start()
    await world.owner.query('UPDATE rehearsal SET calls = $2 WHERE application_id = $1', [
      client.applicationId,
      maxRehearsalCalls - 10,
    ])
    for (let left = 10; left > 0; left--) await ask(active)
    expect((await read()).body.state).toBe('running')
    expect((await ask(active)).status).toBe(200)
    expect((await read()).body.state).toBe('ended')
    await expect.poll(recorded).toMatchObject({ calls: maxRehearsalCalls, end_reason: 'calls', recorded: 10 })
    expect((await start()).status).toBe(201)
  })

  test('is no call after 24 hours', async () => {
    await start()
    await world.owner.query(
      `UPDATE rehearsal SET started_at = started_at - interval '1 day', ends_at = ends_at - interval '1 day'
       WHERE application_id = $1`,
      [client.applicationId],
    )
    expect((await read()).body.state).toBe('ended')
    expect((await ask(active)).status).toBe(200)
    expect(await recorded()).toMatchObject({ calls: 0, end_reason: 'time' })
    expect((await end()).status).toBe(404)
    expect((await start()).status).toBe(201)
  })

  test('is a call that its caller did not wait for', { tags: 'slow' }, async () => {
    await start()
    await setFault('221790000120', { kind: 'delay', seconds: 3 })
    const aborted = new AbortController()
    const url = `${gateway.url}/api/eWallet/v1/account?msisdn=221790000120`
    const asking = fetch(url, { headers: { Authorization: `Bearer ${token}` }, signal: aborted.signal })
    await expect.poll(async () => (await recorded()).calls).toBe(1)
    aborted.abort()
    await expect(asking).rejects.toThrow()
    await expect
      .poll(async () => {
        await gateway.flushMeters()
        return (await recorded()).statuses
      })
      .toEqual([200])
    expect(await outcomesAtEnd()).toMatchObject({ clean_requests: 'passed' })
  })
})

test('calls of several rehearsals are counted together, without waiting for one while holding another', async () => {
  const others = await Promise.all([1, 2].map(() => createClient(world.owner)))
  const bearers = [token, ...(await Promise.all(others.map((each) => fetchToken(gateway, each))))]
  for (const bearer of bearers) await start({ bearer })
  const { rows } = await world.owner.query(
    `SELECT id, application_id FROM rehearsal WHERE application_id = ANY ($1) ORDER BY id`,
    [[client, ...others].map(({ applicationId }) => applicationId)],
  )
  const ids: string[] = rows.map(({ id }) => id)
  const bearerOf = (id: number) =>
    bearers[[client, ...others].findIndex((each) => each.applicationId === rows[id].application_id)] as string
  const counts = async () => {
    const found = await world.owner.query('SELECT calls FROM rehearsal WHERE id = ANY ($1) ORDER BY id', [
      ids,
    ])
    return found.rows.map(({ calls }) => calls)
  }
  const locking = await world.owner.connect()
  await locking.query('BEGIN')
  await locking.query('SELECT FROM rehearsal WHERE id = $1 FOR UPDATE', [ids[1]])
  const counted = await countRehearsalCalls(gateway.context.pool, 'sandbox', [...ids, ...ids], '')
  expect(counted.map((call) => call?.number)).toEqual([1, undefined, 1, 2, undefined, 2])
  expect(await counts()).toEqual([2, 0, 2])

  // A call of the one that is locked waits, and holds up none of the others.
  const to = await world.start({ lookupTimeoutMs: 20_000 })
  const waiting = ask(active, { to, bearer: bearerOf(1) })
  await expect.poll(() => sandboxOf(to).rehearsals.waiting()).toBe(1)
  for (const id of [0, 2, 0, 2]) expect((await ask(active, { to, bearer: bearerOf(id) })).status).toBe(200)
  expect(await counts()).toEqual([4, 0, 4])
  await locking.query('COMMIT')
  locking.release()
  expect((await waiting).status).toBe(200)
  expect(await counts()).toEqual([4, 1, 4])
})

describe('a call that could not be recorded', () => {
  test('is recorded by a later flush, once, however often that is tried', async () => {
    await start()
    const { pool } = second.context
    const query = vi.spyOn(pool, 'query')
    await ask(active, { to: second })
    query.mockImplementation((async (...input: Parameters<typeof pool.query>) => {
      query.mockRestore()
      await pool.query(...input)
      throw new Error('the connection was lost after the commit')
    }) as never)
    await second.flushMeters()
    query.mockRestore()
    await second.flushMeters()
    expect(await outcomesAtEnd()).toMatchObject({ active_account: 'passed' })
  })

  test('shows when it could not even be counted', async () => {
    await start()
    const { rehearsals } = sandboxOf(second)
    const load = vi.spyOn(rehearsals, 'load').mockRejectedValueOnce(new Error('the database is away'))
    expect((await ask(active, { to: second })).status).toBe(503)
    load.mockRestore()
    await end()
    await second.flushMeters()
    await passHalfAMinute()
    const known = await read()
    expect(known.headers.has('retry-after')).toBe(false)
    expect(await outcomesOf(read())).toEqual(all('incomplete'))
  })
})

test('with standbys, calls count in the same way, also those with a token that has ended', {
  tags: 'slow',
}, async () => {
  const pool = createPool(world.database.gatewayUrl, 2, 'guichet-test-standby')
  const standby = { name: 'a', read: <T>(query: (from: typeof pool) => Promise<T>) => query(pool) }
  const to = await world.start({ standbys: { choose: () => standby, ages: () => [], close: async () => {} } })
  await start()
  expect((await ask(active, { to })).status).toBe(200)
  await world.owner.query('UPDATE access_token SET expires_at = now() WHERE application_id = $1', [
    client.applicationId,
  ])
  expect((await ask(active, { to })).status).toBe(401)
  // This gateway has compared its clock with the database's only twice.
  await pause(1)
  token = await fetchToken(gateway, client)
  expect(await outcomesAtEnd()).toMatchObject({ active_account: 'passed', expired_token: 'passed' })
  await pool.end()
})

test.each([
  ['suspended', `state = 'suspended'`],
  ['deleted', `state = 'deleted'`],
  ['of a suspended developer', 'owner_suspended = true'],
])('an application that is %s has no rehearsal any more', async (_, change) => {
  await start()
  await world.owner.query(`UPDATE application SET ${change} WHERE id = $1`, [client.applicationId])
  const { rows } = await world.owner.query(
    `SELECT r.end_reason, a.rehearsal_id FROM rehearsal r JOIN application a ON a.id = r.application_id
     WHERE a.id = $1`,
    [client.applicationId],
  )
  expect(rows).toEqual([{ end_reason: 'stopped', rehearsal_id: null }])
})
