import { once } from 'node:events'
import { beforeAll, expect, test, vi } from 'vitest'
import { findFreePorts } from '@/scripts/check/ports'
import { createAccount, createClient } from '@/test/factories'
import { fetchToken, withGateways } from '@/test/gateway'
import { startGateway } from '@/test/guichet'

const world = withGateways()

beforeAll(() => createAccount(world.owner, '221790000101'))

const balance = '/api/eWallet/v1/account?msisdn=221790000101'

test('a gateway that is killed leaves a rehearsal incomplete, whatever the others recorded', {
  timeout: 60_000,
}, async () => {
  const survivor = await world.start()
  const rehearsal = `${survivor.url}/sandbox/v1/rehearsal`
  const token = await fetchToken(survivor, await createClient(world.owner))
  // Its metrics take the second of four ports.
  const port = await findFreePorts(6)
  const child = startGateway(world.database, port, port + 2)
  const ready = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => expect(status).toBe(200))
  await vi.waitFor(ready, 30_000)
  const send = async (url: string, method = 'GET') => {
    const response = await fetch(url, { method, headers: { Authorization: `Bearer ${token}` } })
    return { status: response.status, body: await response.json() }
  }
  expect((await send(rehearsal, 'POST')).status).toBe(201)
  for (let left = 10; left > 0; left--) expect((await send(survivor.url + balance)).status).toBe(200)
  // Killed before it has written the call, however long that takes here.
  await world.owner.query(`
    CREATE FUNCTION keep_call() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not yet'; END $$;
    CREATE TRIGGER keep_call BEFORE INSERT ON recent_call FOR EACH ROW WHEN (NEW.rehearsal_number = 11)
      EXECUTE FUNCTION keep_call()`)
  expect((await send(`http://127.0.0.1:${port}${balance}`)).status).toBe(200)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await world.owner.query('DROP TRIGGER keep_call ON recent_call')
  await survivor.flushMeters()
  expect((await send(rehearsal, 'DELETE')).body.state).toBe('ended')
  await world.owner.query(`UPDATE rehearsal SET ended_at = ended_at - interval '31 seconds'`)
  const { body } = await send(rehearsal)
  expect(new Set(body.cases.map((each: { outcome: string }) => each.outcome))).toEqual(
    new Set(['incomplete']),
  )
  expect(body.cases[0].evidence).toBe('1 of 11 calls could not be recorded. Start a new rehearsal.')
})
