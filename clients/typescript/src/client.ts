import type { operations } from './api.ts'
import { type Credentials, writeTokenRequest } from './credentials.ts'
import { CredentialsError } from './errors.ts'
import { type Exact, parseExactly } from './exact-json.ts'
import { type SendOptions, send, unlessAborted } from './send.ts'
import { createTokenCache, type Issued } from './token-cache.ts'

/** An account; amounts are strings with every digit and decimal that the gateway sent. */
export type Account = Exact<operations['readAccount']['responses'][200]['content']['application/json']>

export type Options = Credentials & {
  /** As on the page of the application, for example `https://sandbox.example.com`. */
  authUrl: string
  baseUrl: string
} & Partial<Omit<SendOptions, 'signal'>>

/** For one call. */
export type Call = { signal?: AbortSignal }

export type GuichetClient = {
  /**
   * Reads an account.
   * @param msisdn in international form, with or without `+`
   * @throws AccountNotFoundError, QuotaExceededError, CredentialsError, InvalidRequestError or UnavailableError
   */
  readAccount(msisdn: string, call?: Call): Promise<Account>
}

const defaults = { retries: 3, maximumWait: 60, timeout: 10 }

/**
 * A client for one application, to be kept for the life of the program: it holds the token. It renews it before it ends, once
 * for all calls, and after a 401 asks for a new one, once.
 */
export function createClient(options: Options): GuichetClient {
  const authUrl = withoutSlash(options.authUrl)
  const accountUrl = `${withoutSlash(options.baseUrl)}/api/eWallet/v1/account?msisdn=`
  const sending = { ...defaults, ...options }
  const tokens = createTokenCache(async () => {
    const request = async () => ({ method: 'POST', body: await writeTokenRequest(options, authUrl) })
    return JSON.parse(await send(`${authUrl}/oauth/token`, request, sending)) as Issued
  })

  async function read(msisdn: string, token: string, { signal }: Call): Promise<Account> {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
    const url = accountUrl + encodeURIComponent(msisdn)
    return parseExactly(await send(url, () => ({ headers }), { ...sending, signal })) as Account
  }

  return {
    async readAccount(msisdn, call = {}) {
      const token = await unlessAborted(tokens.get(), call.signal)
      try {
        return await read(msisdn, token, call)
      } catch (error) {
        if (!(error instanceof CredentialsError) || error.status !== 401) throw error
        // Revoked, or ended on the way.
        tokens.drop(token)
        return await read(msisdn, await unlessAborted(tokens.get(), call.signal), call)
      }
    },
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
