import { performance } from 'node:perf_hooks'
import type { Client } from 'pg'
import { createGateway } from '@/gateway/app'
import { generateClientId, generateClientSecret, hashSecret } from '@/lib/credentials/secret'
import { newId } from '@/lib/ids'
import { parseKeyring } from '@/lib/keyring'
import { createLogger } from '@/lib/logger'
import { createPool } from '@/lib/pool'
import { rollUpUsage } from '@/lib/usage/roll-up'
import { prune } from '@/worker/prune'
import { say } from '../start/console'
import { stopLater } from '../start/shutdown'
import { type Database, startDatabase } from './setting'

const callsPerSecond = 200
const quietSeconds = 20
const applications = 200
const msisdn = '221771234567'

/** Fills a database with what is old, and removes it while a gateway answers: how fast, and what callers notice. */
export async function measureHousekeeping(rows: number): Promise<number> {
  const database = await startDatabase()
  say(`Filling: ${rows} old rows in all.`)
  await fillOld(database.client, rows)
  const call = await startCalls(database)
  const quiet = await load(call, quietSeconds * 1000)
  const pool = createPool(database.installation.databases.worker, 2, 'guichet-worker')
  let removed = 0
  const began = performance.now()
  let working = true
  const housekeeping = (async () => {
    // As many runs as it takes, one after the other: the worker's come every five minutes.
    for (let last = -1; last !== removed; ) {
      last = removed
      await prune(pool, (_what, count) => {
        removed += count
      })
    }
    const { hours, partitions } = await rollUpUsage(pool, 600_000)
    working = false
    return `${removed} rows removed, ${hours} hours added up, ${partitions} partitions dropped`
  })()
  const busy = await load(call, Number.POSITIVE_INFINITY, () => working)
  const what = await housekeeping
  const seconds = (performance.now() - began) / 1000
  await pool.end()
  say(`${what} in ${seconds.toFixed(1)} s (${Math.round(removed / seconds)} rows a second).`)
  say(
    `Balances at ${callsPerSecond} a second, milliseconds: before p50 ${quiet.p50} p99 ${quiet.p99}, meanwhile p50 ${busy.p50} p99 ${busy.p99}; failed ${quiet.failed + busy.failed}.`,
  )
  return quiet.failed + busy.failed > 0 ? 1 : 0
}

type Call = () => Promise<boolean>

/** A gateway in this process, and one balance query of it. */
async function startCalls({ client, installation }: Database): Promise<Call> {
  const { keys, databases } = installation
  const hashes = parseKeyring(keys.SECRET_HASH_KEYS)
  const clientId = generateClientId('sandbox')
  const secret = generateClientSecret('sandbox')
  const { keyId, hash } = hashSecret(hashes, secret)
  const [developer, application] = [newId(), newId()]
  await client.query(`INSERT INTO developer (id, email) VALUES ($1, 'load@measure.invalid')`, [developer])
  await client.query(
    `INSERT INTO application (id, developer_id, environment, state, name, client_id, request_key) VALUES ($1, $2, 'sandbox', 'active', 'Load', $3, $1)`,
    [application, developer, clientId],
  )
  await client.query(
    `INSERT INTO client_secret (id, application_id, secret_hash, hash_key_id, ciphertext, encryption_key_id) VALUES ($1, $2, $3, $4, '', '')`,
    [newId(), application, hash, keyId],
  )
  await client.query(
    `INSERT INTO wallet_account (environment, msisdn, type, status, currency, balance, frozen_balance, as_of)
     VALUES ('sandbox', $1, 'customer', 'active', 'XOF', 1, 0, now())`,
    [msisdn],
  )
  const pool = createPool(databases.gateway, 8, 'guichet-gateway-sandbox', 1500)
  const gateway = createGateway({
    environment: 'sandbox',
    pool,
    secretHashKeys: hashes,
    tokenKeys: parseKeyring(keys.TOKEN_KEYS),
    renewalWindow: 90,
    rateLimit: 0,
    authUrl: '',
    baseUrl: '',
    portalUrl: installation.settings.PORTAL_URL,
    trustedProxies: [],
    logger: createLogger('gateway-sandbox'),
  })
  await new Promise<void>((done) => gateway.server.listen(0, '127.0.0.1', done))
  stopLater(() => pool.end())
  stopLater(() => gateway.close())
  const origin = `http://127.0.0.1:${(gateway.server.address() as { port: number }).port}`
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
  })
  const renew = async () =>
    (await (await fetch(`${origin}/oauth/token`, { method: 'POST', body })).json()).access_token
  let token = await renew()
  const renewal = setInterval(async () => {
    token = await renew()
  }, 60_000)
  stopLater(() => clearInterval(renewal))
  return async () => {
    const answer = await fetch(`${origin}/api/eWallet/v1/account?msisdn=${msisdn}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    return (await answer.text()).includes('"balance"')
  }
}

/** At a fixed rate, whatever the answers take, so that a stall counts for every call that it held up. */
async function load(call: Call, milliseconds: number, goOn = () => true) {
  const times: number[] = []
  let failed = 0
  const open: Promise<void>[] = []
  const begin = performance.now()
  for (let n = 0; performance.now() - begin < milliseconds && goOn(); n++) {
    const due = begin + (n * 1000) / callsPerSecond
    const wait = due - performance.now()
    if (wait > 0) await new Promise((done) => setTimeout(done, wait))
    open.push(
      call().then(
        (good) => {
          times.push(performance.now() - due)
          if (!good) failed++
        },
        () => {
          failed++
        },
      ),
    )
  }
  await Promise.all(open)
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
  return { p50: at(0.5), p99: at(0.99), failed }
}

/** Of what there is most: half usage by the minute, the rest expired sessions, links, throttle rows and sent mails. */
async function fillOld(client: Client, rows: number): Promise<void> {
  const developer = newId()
  const eighth = Math.floor(rows / 8)
  const old = (n: string) => `now() - interval '120 days' - ${n} * interval '1 millisecond'`
  await client.query(`INSERT INTO developer (id, email) VALUES ($1, 'old@measure.invalid')`, [developer])
  const minutes = Math.ceil((eighth * 4) / applications)
  for (const statement of [
    `INSERT INTO session (id, developer_id, user_agent, address, expires_at) SELECT gen_random_uuid(), '${developer}', 'x', 'x', ${old('n')} FROM generate_series(1, ${eighth}) n`,
    `INSERT INTO email_link (id, developer_id, purpose, token_hash, expires_at, used_at) SELECT gen_random_uuid(), '${developer}', 'activation', sha256(n::text::bytea), ${old('n')}, now() FROM generate_series(1, ${eighth}) n`,
    `INSERT INTO throttle SELECT sha256(n::text::bytea), 1, ${old('n')}, ${old('n')} FROM generate_series(1, ${eighth}) n`,
    `INSERT INTO mail_message (id, to_address, template, locale, encryption_key_id, status, created_at) SELECT gen_random_uuid(), 'x@measure.invalid', 'password-changed', 'en', 'k', 'sent', ${old('n')} FROM generate_series(1, ${eighth}) n`,
    `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded) SELECT md5(a::text)::uuid, date_trunc('minute', now() - interval '40 days') - n * interval '1 minute', 'account', 1 FROM generate_series(1, ${applications}) a, generate_series(1, ${minutes}) n`,
    'ANALYZE',
  ])
    await client.query(statement)
}
