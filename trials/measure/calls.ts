import { createGateway } from '@/gateway/app'
import { generateClientId, generateClientSecret, hashSecret } from '@/lib/credentials/secret'
import { newId } from '@/lib/ids'
import { parseKeyring } from '@/lib/keyring'
import { createLogger } from '@/lib/logger'
import { createPool } from '@/lib/pool'
import { stopLater } from '@/scripts/launch/start/shutdown'
import { percentile } from '../statistics'
import type { Database } from './setting'

export const callsPerSecond = 200
const msisdn = '221771234567'

export type Call = () => Promise<boolean>

/** A gateway in this process, and one balance query of it. */
export async function startCalls({ client, installation }: Database): Promise<Call> {
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

/** Milliseconds, and calls without a balance in the response. */
export type Loaded = { p50: number; p99: number; failed: number }

/** At a fixed rate, however slow the responses, so that a stall counts for every call that it held up. */
export function load(call: Call, milliseconds: number): Promise<Loaded> {
  const begin = performance.now()
  return loadWhile(call, () => performance.now() - begin < milliseconds)
}

/** The same while `work` runs. @returns the calls' figures, and the result of the work */
export async function loadDuring<T>(call: Call, work: Promise<T>): Promise<{ busy: Loaded; result: T }> {
  let working = true
  const [busy, result] = await Promise.all([
    loadWhile(call, () => working),
    work.finally(() => {
      working = false
    }),
  ])
  return { busy, result }
}

async function loadWhile(call: Call, goOn: () => boolean): Promise<Loaded> {
  const times: number[] = []
  let failed = 0
  const open: Promise<void>[] = []
  const begin = performance.now()
  for (let n = 0; goOn(); n++) {
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
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), failed }
}

/** Both in words: the calls' figures. */
export function compare(quiet: Loaded, busy: Loaded): string {
  const show = ({ p50, p99 }: Loaded) => `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)}`
  const more = Math.round((busy.p99 / quiet.p99 - 1) * 100)
  return `Balances at ${callsPerSecond} a second, milliseconds: before ${show(quiet)}, meanwhile ${show(busy)} (p99 ${more} % more); failed ${quiet.failed + busy.failed}.`
}
