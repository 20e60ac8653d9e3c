import type { Pool } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { OverloadError } from '@/lib/batch'
import type { Keyring } from '@/lib/keyring'
import { type MintedToken, mintToken } from '@/lib/tokens/commands'
import { deriveToken } from '@/lib/tokens/token'
import type { AuthenticatedClient } from './client-authentication'

type IssuerOptions = {
  pool: Pool
  keys: Keyring
  environment: Environment
  /** A token is handed out again while this many whole seconds remain; 0 means while one does. */
  renewalWindow: number
}

/** `minted` tells a new token from one handed out again. */
export type IssuedToken = MintedToken & { minted: boolean }

export type TokenIssuer = {
  /**
   * The application's one token: the current one while it has life left, else a new one. All that ask at once get the
   * same.
   * @param client as just authenticated
   * @param authenticateAgain reads and decides anew, after another process was faster or something changed
   * @param requestIds of the request that asks: a mint carries those of whoever was first
   * @throws OverloadError when several tries were overtaken
   */
  issue(
    client: AuthenticatedClient,
    authenticateAgain: () => Promise<AuthenticatedClient>,
    requestIds: string,
  ): IssuedToken | Promise<IssuedToken>
}

const tries = 5

/** Issues tokens of one environment (RFC 6749 §4.4.3, without a refresh token). */
export function createTokenIssuer({ pool, keys, environment, renewalWindow }: IssuerOptions): TokenIssuer {
  const underWay = new Map<string, Promise<MintedToken | null>>()
  const leastRemaining = Math.max(1, renewalWindow)

  function findCurrent({ applicationId, latestToken }: AuthenticatedClient): IssuedToken | null {
    if (!latestToken || latestToken.remaining < leastRemaining) return null
    const key = keys.find(({ id }) => id === latestToken.keyId)
    if (!key) return null
    const token = deriveToken(key, { environment, applicationId, ...latestToken })
    return { token, expiresIn: latestToken.remaining, minted: false }
  }

  /** One mint at a time for each application in this process; among processes the database lets one win. */
  function mintOnce(client: AuthenticatedClient, requestIds: string): Promise<MintedToken | null> {
    const { applicationId, secretId } = client
    const running = underWay.get(applicationId)
    if (running) return running
    const latestGeneration = client.latestToken?.generation ?? '0'
    const input = { environment, applicationId, secretId, latestGeneration, alone: renewalWindow === 0 }
    const minting = mintToken(pool, keys, input, requestIds).finally(() => underWay.delete(applicationId))
    underWay.set(applicationId, minting)
    return minting
  }

  async function renew(
    client: AuthenticatedClient,
    authenticateAgain: () => Promise<AuthenticatedClient>,
    requestIds: string,
  ) {
    let candidate = client
    for (let attempt = 0; attempt < tries; attempt++) {
      const first = !underWay.has(candidate.applicationId)
      const minted = await mintOnce(candidate, requestIds)
      if (minted) return { ...minted, minted: first }
      candidate = await authenticateAgain()
      const current = findCurrent(candidate)
      if (current) return current
    }
    throw new OverloadError('others minted faster, five times')
  }

  return {
    issue: (client, authenticateAgain, requestIds) =>
      findCurrent(client) ?? renew(client, authenticateAgain, requestIds),
  }
}
