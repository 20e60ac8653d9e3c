import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { OverloadError } from '@/lib/batch'
import type { Keyring } from '@/lib/keyring'
import { carryingRequests } from '@/lib/request-context'
import { nameStatement } from '@/lib/statement'
import type { MintedToken, MintInput } from '@/lib/tokens/commands'
import { deriveToken } from '@/lib/tokens/token'
import type { AuthenticatedClient } from './client-authentication'

type IssuerOptions<Asker> = {
  /** Mints the next generation; null as `mintToken` returns it. */
  mint: (input: MintInput, client: AuthenticatedClient, asker: Asker) => Promise<MintedToken | null>
  keys: Keyring
  environment: Environment
  /** A token is issued again while this many whole seconds remain; 0 means while at least one remains. */
  renewalWindow: number
}

/** `minted` distinguishes a new token from one issued again. */
export type IssuedToken = MintedToken & { minted: boolean }

export type TokenIssuer<Asker> = {
  /**
   * The application's one token: the current one while enough of its lifetime is left, else a new one. Concurrent
   * requests get the same token.
   * @param client as just authenticated
   * @param authenticateAgain reads and checks the client again, after another process was faster or something changed
   * @param asker the request; a mint is logged with its first caller
   * @throws OverloadError when other processes were faster several times
   */
  issue(
    client: AuthenticatedClient,
    authenticateAgain: () => Promise<AuthenticatedClient>,
    asker: Asker,
  ): IssuedToken | Promise<IssuedToken>
}

const tries = 5

/** Issues tokens of one environment (RFC 6749 §4.4.3, without a refresh token). */
export function createTokenIssuer<Asker>({
  mint,
  keys,
  environment,
  renewalWindow,
}: IssuerOptions<Asker>): TokenIssuer<Asker> {
  const underWay = new Map<string, Promise<MintedToken | null>>()
  const minRemaining = Math.max(1, renewalWindow)

  function findCurrent({ applicationId, latestToken }: AuthenticatedClient): IssuedToken | null {
    if (!latestToken || latestToken.remaining < minRemaining) return null
    const key = keys.find(({ id }) => id === latestToken.keyId)
    if (!key) return null
    const token = deriveToken(key, { environment, applicationId, ...latestToken })
    return { token, expiresIn: latestToken.remaining, minted: false }
  }

  /** One mint at a time per application in this process; among processes the database lets one succeed. */
  function mintOnce(client: AuthenticatedClient, asker: Asker): Promise<MintedToken | null> {
    const { applicationId, credentialId } = client
    const running = underWay.get(applicationId)
    if (running) return running
    const latestGeneration = client.latestToken?.generation ?? '0'
    const input = { environment, applicationId, credentialId, latestGeneration, alone: renewalWindow === 0 }
    const minting = mint(input, client, asker).finally(() => underWay.delete(applicationId))
    underWay.set(applicationId, minting)
    return minting
  }

  async function renew(
    client: AuthenticatedClient,
    authenticateAgain: () => Promise<AuthenticatedClient>,
    asker: Asker,
  ) {
    let candidate = client
    for (let attempt = 0; attempt < tries; attempt++) {
      const first = !underWay.has(candidate.applicationId)
      const minted = await mintOnce(candidate, asker)
      if (minted) return { ...minted, minted: first }
      candidate = await authenticateAgain()
      const current = findCurrent(candidate)
      if (current) return current
    }
    throw new OverloadError('other processes minted faster five times')
  }

  return {
    issue: (client, authenticateAgain, asker) =>
      findCurrent(client) ?? renew(client, authenticateAgain, asker),
  }
}

/** The use of an assertion; `expiresAt` is when it would be refused as expired. */
type AssertionUse = { applicationId: string; jti: string; expiresAt: Date }

// In the order of the key, so that two gateways that take the same ones wait for each other rather than deadlock.
const statement = nameStatement(
  'take-assertions',
  `INSERT INTO single_use (key_hash, expires_at)
  SELECT use.key_hash, use.expires_at
  FROM unnest($1::bytea[], $2::timestamptz[], $4::uuid[]) AS use (key_hash, expires_at, application_id)
  JOIN application a ON a.id = use.application_id AND a.environment = $5::environment
  WHERE ${carryingRequests('$3')} ORDER BY use.key_hash
  ON CONFLICT DO NOTHING RETURNING encode(key_hash, 'hex') AS hash`,
)

/**
 * Uses assertions up, on all gateways (RFC 7523 §3). Only a hash of client and `jti` is stored, until the assertion
 * would be refused as expired anyway.
 * @param requestIds of all requests in the batch, see {@link carryingRequests}
 * @returns of each, in order, whether this was its first use
 */
export async function consumeAssertions(
  pool: Pool,
  environment: Environment,
  uses: AssertionUse[],
  requestIds: string,
): Promise<boolean[]> {
  const hashes = uses.map(hashUse)
  const { rows } = await pool.query<{ hash: string }>({
    ...statement,
    values: [
      hashes,
      uses.map(({ expiresAt }) => expiresAt),
      requestIds,
      uses.map(({ applicationId }) => applicationId),
      environment,
    ],
  })
  const taken = new Set(rows.map(({ hash }) => hash))
  // Deleted when it is found: of two equal ones in this batch only one is the first.
  return hashes.map((hash) => taken.delete(hash.toString('hex')))
}

function hashUse({ applicationId, jti }: AssertionUse): Buffer {
  return createHash('sha256').update(`client_assertion\0${applicationId}\0${jti}`).digest()
}
