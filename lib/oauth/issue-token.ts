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
  /** A token is issued again while this many whole seconds remain; 0 means while at least one remains. */
  renewalWindow: number
}

/** `minted` distinguishes a new token from one issued again. */
export type IssuedToken = MintedToken & { minted: boolean }

export type TokenIssuer = {
  /**
   * The application's one token: the current one while enough of its lifetime is left, else a new one. Concurrent
   * requests get the same token.
   * @param client as just authenticated
   * @param authenticateAgain reads and checks the client again, after another process was faster or something changed
   * @param requestIds of the request; a mint is logged with those of its first caller
   * @throws OverloadError when other processes were faster several times
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
  const minRemaining = Math.max(1, renewalWindow)

  function findCurrent({ applicationId, latestToken }: AuthenticatedClient): IssuedToken | null {
    if (!latestToken || latestToken.remaining < minRemaining) return null
    const key = keys.find(({ id }) => id === latestToken.keyId)
    if (!key) return null
    const token = deriveToken(key, { environment, applicationId, ...latestToken })
    return { token, expiresIn: latestToken.remaining, minted: false }
  }

  /** One mint at a time per application in this process; among processes the database lets one succeed. */
  function mintOnce(client: AuthenticatedClient, requestIds: string): Promise<MintedToken | null> {
    const { applicationId, credentialId } = client
    const running = underWay.get(applicationId)
    if (running) return running
    const latestGeneration = client.latestToken?.generation ?? '0'
    const input = { environment, applicationId, credentialId, latestGeneration, alone: renewalWindow === 0 }
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
    throw new OverloadError('other processes minted faster five times')
  }

  return {
    issue: (client, authenticateAgain, requestIds) =>
      findCurrent(client) ?? renew(client, authenticateAgain, requestIds),
  }
}
