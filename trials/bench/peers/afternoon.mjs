// What anyone would write in an afternoon: node:http, a pool and one named statement for each endpoint, over
// Guichet's own tables. No limits, meters, allow-lists, refusals in detail or time-outs.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'

const pg = createRequire(new URL('../../../package.json', import.meta.url))('pg')
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.POOL_SIZE),
  idleTimeoutMillis: 0,
})
pool.on('error', () => {})
const [hashKey, tokenKey] = [process.env.SECRET_HASH_KEYS, process.env.TOKEN_KEYS].map((keyring) =>
  Buffer.from(keyring.split(':')[1], 'base64'),
)

async function findAccount(token, msisdn) {
  const { rows } = await pool.query({
    name: 'account',
    text: `SELECT w.type, w.status, w.currency, w.balance, w.frozen_balance, w.as_of
      FROM access_token t JOIN application a ON a.id = t.application_id
      JOIN wallet_account w ON w.environment = a.environment AND w.msisdn = $2
      WHERE t.token_hash = $1 AND t.expires_at > now() AND a.state = 'active' AND a.environment = 'sandbox'`,
    values: [createHash('sha256').update(token).digest(), msisdn],
  })
  return rows[0]
}

async function findToken(clientId, secret) {
  const { rows } = await pool.query({
    name: 'token',
    text: `SELECT a.id, s.secret_hash, t.generation, encode(t.nonce, 'hex') AS nonce,
        floor(extract(epoch FROM t.expires_at - now()))::int AS remaining
      FROM application a JOIN client_secret s ON s.application_id = a.id AND s.revoked_at IS NULL
      JOIN LATERAL (SELECT * FROM access_token WHERE application_id = a.id ORDER BY generation DESC LIMIT 1) t ON true
      WHERE a.client_id = $1 AND a.state = 'active' AND a.environment = 'sandbox'`,
    values: [clientId],
  })
  const [row] = rows
  if (!row || !timingSafeEqual(row.secret_hash, createHmac('sha256', hashKey).update(secret).digest())) return
  const origin = `sandbox|${row.id}|${row.generation}|${row.nonce}`
  const token = createHmac('sha256', tokenKey).update(origin).digest('base64url')
  return { token: `guichet_sandbox_token_${token}`, remaining: row.remaining }
}

function respond(response, status, body) {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}

createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost')
  const fail = () => respond(response, 500, '{}')
  if (request.method === 'GET') {
    const msisdn = url.searchParams.get('msisdn')
    findAccount(request.headers.authorization?.slice(7) ?? '', msisdn).then((row) => {
      if (!row) return respond(response, 404, '{}')
      const { type, status, currency, balance, frozen_balance, as_of } = row
      respond(
        response,
        200,
        `{"msisdn":"${msisdn}","type":"${type}","status":"${status}","balance":{"value":${balance},"unit":"${currency}"},"frozenBalance":{"value":${frozen_balance},"unit":"${currency}"},"asOf":"${as_of.toISOString()}"}`,
      )
    }, fail)
    return
  }
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const form = new URLSearchParams(body)
    findToken(form.get('client_id'), form.get('client_secret')).then((found) => {
      if (!found) return respond(response, 401, '{}')
      respond(
        response,
        200,
        `{"access_token":"${found.token}","token_type":"Bearer","expires_in":${found.remaining}}`,
      )
    }, fail)
  })
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))
