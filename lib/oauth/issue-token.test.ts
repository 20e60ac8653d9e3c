import { describe, expect, test, vi } from 'vitest'
import { OverloadError } from '@/lib/batch'
import { generateKey, type Keyring } from '@/lib/keyring'
import type { AuthenticatedClient } from './client-authentication'
import { createTokenIssuer } from './issue-token'

const keys: Keyring = [generateKey('newest')]
const fresh = { token: 'fresh', expiresIn: 300 }

function client(remaining: number | null, changes: Partial<AuthenticatedClient> = {}): AuthenticatedClient {
  const latestToken = { generation: '7', nonce: '0badc0ffee', keyId: 'newest', expiresAt: 0 }
  return {
    applicationId: 'shop',
    credentialId: 'secret',
    rehearsalId: null,
    latestToken: remaining === null ? null : { ...latestToken, remaining },
    ...changes,
  }
}

function issuer(mint = vi.fn(async (): Promise<typeof fresh | null> => fresh)) {
  const issue = createTokenIssuer<string>({ mint, keys, environment: 'sandbox', renewalWindow: 90 }).issue
  const again = vi.fn(async () => client(null))
  return { mint, again, ask: (from: AuthenticatedClient) => issue(from, again, 'a request') }
}

describe('minting', () => {
  test('is done once for simultaneous requests of an application, of which the first has minted', async () => {
    const { mint, ask } = issuer()
    const asked = [client(null), client(null), client(null, { applicationId: 'other' })].map(ask)
    expect((await Promise.all(asked)).map(({ minted }) => minted)).toEqual([true, false, true])
    expect(mint).toHaveBeenCalledTimes(2)
    expect(await ask(client(null))).toEqual({ ...fresh, minted: true })
    expect(mint).toHaveBeenCalledTimes(3)
  })

  test('gives the token of another process that was faster', async () => {
    const { mint, again, ask } = issuer(vi.fn(async () => null))
    again.mockResolvedValueOnce(client(null)).mockResolvedValueOnce(client(299))
    expect(await ask(client(null))).toMatchObject({ expiresIn: 299, minted: false })
    expect(mint).toHaveBeenCalledTimes(2)
  })

  test('is tried five times, each time from what was read last', async () => {
    const { mint, again, ask } = issuer(vi.fn(async () => null))
    again.mockResolvedValue(client(10))
    await expect(ask(client(null))).rejects.toThrow(OverloadError)
    expect(again).toHaveBeenCalledTimes(5)
    const generations = mint.mock.calls.map(
      ([input]: { latestGeneration?: string }[]) => input?.latestGeneration,
    )
    expect(generations).toEqual(['0', '7', '7', '7', '7'])
  })

  test('that failed leaves nothing behind', async () => {
    const { mint, ask } = issuer()
    mint.mockRejectedValueOnce(new Error('the database is away'))
    await expect(ask(client(null))).rejects.toThrow('the database is away')
    expect(await ask(client(null))).toEqual({ ...fresh, minted: true })
  })
})
