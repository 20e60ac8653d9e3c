import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import pino from 'pino'
import { createGateway } from '@/gateway/app'
import { decryptSecret } from '@/lib/credentials/commands'
import { getSettings, requireSetting } from '@/lib/env'
import { createPool } from '@/lib/pool'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import { ArchiveError } from './archive'
import type { Gateways } from './destination'

type Candidate = {
  environment: 'sandbox' | 'production'
  clientId: string
  secret: Parameters<typeof decryptSecret>[0]
  account: { msisdn: string; value: string; currency: string } | null
}

/**
 * Starts a gateway on the restored database, gets a token with an application's own secret and queries a balance, as
 * its program would.
 * @returns a sentence about what was tried
 * @throws ArchiveError if the response differs from the database
 */
export async function tryApplication(owner: Pool, gateways: Gateways): Promise<string> {
  const candidate = await findCandidate(owner)
  if (!candidate) return 'No application in it can obtain a token, so none was tried.'
  const pool = createPool(gateways[candidate.environment], 4, 'guichet-restore-check')
  const gateway = createGateway(options(candidate, pool))
  try {
    await once(gateway.server.listen(0, '127.0.0.1'), 'listening')
    const { port } = gateway.server.address() as AddressInfo
    return await call(`http://127.0.0.1:${port}`, candidate)
  } finally {
    await gateway.close()
    await pool.end()
  }
}

async function call(origin: string, { environment, clientId, secret, account }: Candidate): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: decryptSecret(secret),
  })
  const token = await answerOf(await fetch(`${origin}/oauth/token`, { method: 'POST', body }))
  if (token.status !== 200) throw new ArchiveError(`${clientId} got no token: ${token.status} ${token.text}`)
  const { access_token } = JSON.parse(token.text)
  // Without any account, a 404 proves as much as a balance.
  const query = new URLSearchParams({ msisdn: account?.msisdn ?? reservedMsisdn })
  const headers = { Authorization: `Bearer ${access_token}` }
  const answer = await answerOf(await fetch(`${origin}/api/eWallet/v1/account?${query}`, { headers }))
  const expected = account
    ? answer.status === 200 &&
      answer.text.includes(`"balance":{"value":${account.value},"unit":"${account.currency}"}`)
    : answer.status === 404
  if (!expected)
    throw new ArchiveError(`${clientId} got status ${answer.status} instead of the stored account.`)
  const seen = account ? `the balance of an account, as it is stored` : 'that there is no account'
  return `${clientId} (${environment}) obtained a token and ${seen}.`
}

async function answerOf(response: Response): Promise<{ status: number; text: string }> {
  return { status: response.status, text: await response.text() }
}

/** The most recently used application with access to an account that is not deliberately slow or failing. */
async function findCandidate(owner: Pool): Promise<Candidate | null> {
  const { rows } = await owner.query(`
    SELECT a.environment, a.client_id AS "clientId", s.id, s.ciphertext, s.encryption_key_id AS "encryptionKeyId",
           w.msisdn::text, w.balance::text AS value, w.currency
    FROM application a
    JOIN client_secret s ON s.application_id = a.id AND s.revoked_at IS NULL AND s.retires_at IS NULL
    LEFT JOIN LATERAL (
      SELECT * FROM wallet_account w
      WHERE w.environment = a.environment AND w.simulated_delay_ms = 0 AND NOT w.simulated_outage
        AND (a.access = 'all' OR EXISTS (
          SELECT FROM account_grant g WHERE g.application_id = a.id AND g.msisdn = w.msisdn))
      LIMIT 1) w ON true
    WHERE a.state = 'active' AND NOT a.owner_suspended
    ORDER BY w.msisdn IS NULL, s.last_used_at DESC NULLS LAST LIMIT 1`)
  const [row] = rows
  if (!row) return null
  const { environment, clientId, msisdn, value, currency, ...secret } = row
  return { environment, clientId, secret, account: msisdn ? { msisdn, value, currency } : null }
}

function options({ environment }: Candidate, pool: Pool): Parameters<typeof createGateway>[0] {
  const settings = getSettings()
  return {
    environment,
    pool,
    secretHashKeys: requireSetting('SECRET_HASH_KEYS'),
    tokenKeys: requireSetting('TOKEN_KEYS'),
    renewalWindow: settings.TOKEN_RENEWAL_WINDOW,
    rateLimit: 0,
    authUrl: 'http://127.0.0.1',
    baseUrl: 'http://127.0.0.1',
    portalUrl: settings.PORTAL_URL,
    trustedProxies: [],
    logger: pino({ level: 'silent' }),
  }
}
