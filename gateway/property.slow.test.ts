import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { createAccount, createClient } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { openRaw, type RawConnection, type RawResponse } from '@/test/raw-http'
import { type CaseTarget, type CaseWorld, createCases, type RequestCase } from '@/test/request-cases'

/** 100,000 in `npm run test:all`, a million in `npm --prefix trials run fuzz`. */
const total = Number(process.env.FUZZ_REQUESTS ?? 10_000)
const perRun = 1000
/** Few enough that the tokens with which they begin do not expire meanwhile. */
const perRound = 50_000
const connectionsPerTarget = 8

const world = withGateways()
let gateways: Record<CaseTarget, TestGateway>

const msisdns = Array.from({ length: 50 }, (_, index) => String(221_771_000_000 + index))
const unlisted = Array.from({ length: 20 }, (_, index) => String(221_772_000_000 + index))

beforeAll(async () => {
  const limits = { rateLimit: 1, failures: { perClient: 0, perAddress: 0 } }
  gateways = {
    plain: await world.start(),
    limited: await world.start(limits),
    production: await world.start({ environment: 'production' }),
  }
  for (const msisdn of msisdns) await createAccount(world.owner, msisdn)
  for (const msisdn of unlisted) await createAccount(world.owner, msisdn, { environment: 'production' })
}, 60_000)

async function prepare(): Promise<CaseWorld> {
  const { owner } = world
  const served = async (gateway: TestGateway, input = {}) => {
    const client = await createClient(owner, input)
    return { ...client, token: await fetchToken(gateway, client) }
  }
  const production = { environment: 'production' } as const
  const clients = await Promise.all(Array.from({ length: 8 }, () => served(gateways.plain)))
  const [suspended, retired, expired] = await Promise.all([1, 2, 3].map(() => served(gateways.plain)))
  if (!suspended || !retired || !expired) throw new Error('unreachable')
  const groping = await served(gateways.production, production)
  const listed = await served(gateways.production, { ...production, access: 'listed' })
  const waiting = await createClient(owner, { ...production, state: 'in_validation' })
  await owner.query(`UPDATE application SET state = 'suspended' WHERE id = $1`, [suspended.applicationId])
  await owner.query('UPDATE client_secret SET revoked_at = now() WHERE id = $1', [retired.secretId])
  for (const { applicationId } of [retired, expired])
    await owner.query('UPDATE access_token SET expires_at = now() WHERE application_id = $1', [applicationId])
  const unknown = clients.slice(0, 3).map((client) => ({
    clientId: client.clientId.replace(/.{6}$/, 'zzzzzz'),
    clientSecret: client.clientSecret,
  }))
  const wrong = clients
    .slice(0, 3)
    .map((client) => ({ clientId: client.clientId, clientSecret: suspended.clientSecret }))
  return {
    clients,
    suspended,
    refused: [...unknown, ...wrong, groping, waiting, retired],
    deadTokens: [
      suspended.token,
      retired.token,
      expired.token,
      groping.token,
      `${groping.token}x`,
      'mal!formed-token',
    ],
    groping,
    listed,
    msisdns,
    unlisted,
  }
}

const hits = new Map<string, number>()
let sent = 0
let succeeded = 0
const pools: Record<CaseTarget, RawConnection[]> = { plain: [], limited: [], production: [] }

function judge(each: RequestCase, answer: RawResponse): void {
  const text = `${JSON.stringify(answer.headers)}${answer.body}`
  const where = `${each.row}: ${each.bytes.toString('latin1').slice(0, 300)} → ${answer.status} ${answer.body}`
  if (answer.status >= 500 || !each.statuses.includes(answer.status))
    throw new Error(`unexpected status: ${where}`)
  for (const secret of each.confidential) {
    // A balance contains its account: that is the response's content, not an echo.
    if (text.includes(secret) && !(answer.status === 200 && /^\d+$/.test(secret)))
      throw new Error(`repeated in the answer: ${where}`)
  }
  if (!('x-request-id' in answer.headers) || answer.headers['cache-control'] !== 'no-store')
    throw new Error(`headers are missing: ${where}`)
  sent++
  if (answer.status < 300) succeeded++
  if (answer.status === each.statuses[0] || each.statuses.length > 2)
    hits.set(each.row, (hits.get(each.row) ?? 0) + 1)
}

/** Sends as many together as one connection may leave unanswered, and reads the responses in order. */
async function pipeline(target: CaseTarget, slot: number, batch: RequestCase[]): Promise<void> {
  if (batch.length === 0) return
  const connection = pools[target][slot] ?? (await openRaw(gateways[target].port))
  pools[target][slot] = connection
  for (let sent = 0; sent < batch.length; sent += 64) {
    const together = batch.slice(sent, sent + 64)
    connection.send(Buffer.concat(together.map(({ bytes }) => bytes)))
    for (const each of together) {
      const method = each.bytes.subarray(0, 5).toString() === 'HEAD ' ? 'HEAD' : 'GET'
      judge(each, await connection.read({ method }))
    }
  }
}

async function sendAlone(each: RequestCase): Promise<void> {
  const connection = await openRaw(gateways[each.target].port)
  connection.socket.end(each.bytes)
  const method = each.bytes.subarray(0, 5).toString() === 'HEAD ' ? 'HEAD' : 'GET'
  // Bytes that are not even the beginning of a request may get no response: the caller has gone.
  const answer = await connection.read({ method }).catch(() => null)
  if (answer) judge(each, answer)
  else if (each.statuses.length < 3) throw new Error(`no answer: ${each.row}`)
  connection.close()
}

/** The seed and the first fault, not the bytes of 250 requests. */
function reporter(details: fc.RunDetails<[RequestCase[]]>): void {
  if (!details.failed) return
  throw new Error(`seed ${details.seed}: ${String(details.errorInstance)}`)
}

function refuseLeaks(batch: RequestCase[]): void {
  const logs = Object.values(gateways)
    .flatMap((gateway) => gateway.logs.splice(0))
    .join('')
  if (logs === '') return
  for (const { confidential } of batch)
    for (const secret of confidential)
      if (logs.includes(secret)) throw new Error(`repeated in a log: ${logs}`)
}

function batches(arbitrary: fc.Arbitrary<RequestCase>): fc.Arbitrary<RequestCase[]> {
  return fc.array(arbitrary, { minLength: perRun, maxLength: perRun })
}

async function send(batch: RequestCase[]): Promise<void> {
  const work = batch.filter(({ alone }) => alone).map(sendAlone)
  for (const target of ['plain', 'limited', 'production'] as const) {
    const mine = batch.filter((each) => each.target === target && !each.alone)
    for (let slot = 0; slot < connectionsPerTarget; slot++)
      work.push(
        pipeline(
          target,
          slot,
          mine.filter((_, index) => index % connectionsPerTarget === slot),
        ),
      )
  }
  await Promise.all(work)
  refuseLeaks(batch)
}

// ASVS 1.2.4, 15.3.6
test(`${total} arbitrary requests: no 5xx, and nothing confidential in an answer or a log`, {
  timeout: Math.max(180_000, total * 2),
}, async () => {
  const names = new Set<string>()
  for (let begun = 0; begun < total; begun += perRound) {
    const { arbitrary, rows } = createCases(await prepare())
    for (const name of rows) names.add(name)
    const numRuns = Math.ceil(Math.min(perRound, total - begun) / perRun)
    await fc.assert(fc.asyncProperty(batches(arbitrary), send), { numRuns, endOnFailure: true, reporter })
  }
  for (const connection of Object.values(pools).flat()) connection.close()
  expect(sent).toBeGreaterThanOrEqual(total * 0.98)
  expect(succeeded / sent).toBeGreaterThanOrEqual(0.2)
  // The rarest kind is one of 600, so that its number falls short in fewer than one run in a thousand.
  const seldom = [...names].filter((name) => (hits.get(name) ?? 0) < Math.min(100, total / 2500))
  expect(seldom).toEqual([])
})
