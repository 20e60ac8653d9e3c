// oidc-provider with a plain PostgreSQL adapter: client credentials, opaque tokens, balance after its own check.
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { findAccount, findClient, pool } from './store.mjs'

class PostgresAdapter {
  constructor(model) {
    this.model = model
  }
  async upsert(id, payload, expiresIn) {
    await pool.query({
      name: 'upsert',
      text: `INSERT INTO oidc_model (model, id, payload, expires_at) VALUES ($1, $2, $3, now() + $4 * interval '1 second')
             ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
      values: [this.model, id, JSON.stringify(payload), expiresIn],
    })
  }
  async find(id) {
    if (this.model === 'Client') {
      const client = await findClient(id)
      return client
        ? {
            client_id: client.id,
            client_secret: client.secret,
            grant_types: ['client_credentials'],
            redirect_uris: [],
            response_types: [],
            token_endpoint_auth_method: 'client_secret_post',
          }
        : undefined
    }
    const { rows } = await pool.query({
      name: 'find',
      text: 'SELECT payload FROM oidc_model WHERE model = $1 AND id = $2 AND expires_at > now()',
      values: [this.model, id],
    })
    return rows[0]?.payload
  }
  async destroy(id) {
    await pool.query('DELETE FROM oidc_model WHERE model = $1 AND id = $2', [this.model, id])
  }
  async consume() {}
  async revokeByGrantId() {}
  async findByUid() {}
  async findByUserCode() {}
}

const port = Number(process.env.PORT)
const provider = new Provider(`http://127.0.0.1:${port}`, {
  adapter: PostgresAdapter,
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    introspection: { enabled: false },
  },
  routes: { token: '/oauth/token' },
  ttl: { ClientCredentials: 3600 },
})
provider.on('server_error', (_context, error) => console.error(error))

const oidc = provider.callback()
const prefix = '/api/eWallet/v1/account'

async function answerBalance(request, response) {
  const send = (status, value) => {
    const body = JSON.stringify(value)
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    })
    response.end(body)
  }
  const token = await provider.ClientCredentials.find(
    request.headers.authorization?.slice('Bearer '.length) ?? '',
  )
  if (!token?.isValid) return send(401, { code: 'invalid_token' })
  const account = await findAccount(new URL(request.url, 'http://localhost').searchParams.get('msisdn'))
  return account ? send(200, account) : send(404, { code: 'account_not_found' })
}

createServer((request, response) => {
  if (request.url.startsWith(prefix)) answerBalance(request, response).catch(() => response.destroy())
  else oidc(request, response)
}).listen(port, '127.0.0.1', () => process.send?.('ready'))
