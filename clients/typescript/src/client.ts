import type { operations } from './api.ts'
import { type Credentials, writeTokenRequest } from './credentials.ts'
import { CredentialsError } from './errors.ts'
import { type Exact, parseExactly, requireAccount } from './exact-json.ts'
import { type Call, readBody, type SendOptions, send, unlessAborted } from './send.ts'
import { createTestAccounts, type TestAccounts } from './test-accounts.ts'
import { createTokenCache, type Issued } from './token-cache.ts'

/** An account; amounts are strings with every digit and decimal that the gateway sent. */
export type Account = Exact<operations['readAccount']['responses'][200]['content']['application/json']>

export type Options = Credentials & {
  /** As on the page of the application, for example `https://sandbox.example.com`. */
  authUrl: string
  baseUrl: string
} & Partial<Omit<SendOptions, 'signal'>>

export type GatewayClient = {
  /**
   * Reads an account.
   * @param msisdn in international form, with or without `+`
   * @throws AccountNotFoundError, QuotaExceededError, CredentialsError, InvalidRequestError or UnavailableError
   */
  readAccount(msisdn: string, call?: Call): Promise<Account>
  /** For tests against the Sandbox. */
  testAccounts: TestAccounts
}

/** RFC 6750 §2.1: nothing that a header could not carry. */
const token = /^[A-Za-z0-9._~+/-]+=*$/

const defaults = { retries: 3, maximumWait: 60, timeout: 10 }

/**
 * A client for one application, to be kept for the life of the program: it holds the token. It renews it
 * before it ends, once for all calls, and after a 401 asks for a new one, once.
 * @throws TypeError for an address that is no URL
 */
export function createClient(options: Options): GatewayClient {
  const authUrl = withoutSlash(options.authUrl)
  const baseUrl = withoutSlash(options.baseUrl)
  const sending = { ...defaults, ...options }
  const tokens = createTokenCache(async () => {
    const request = async () => ({ method: 'POST', body: await writeTokenRequest(options, authUrl) })
    return readBody(await send(`${authUrl}/oauth/token`, request, sending), readIssued)
  })

  /** Sends a request with the token, and after a 401 once more with a new one. @returns the body of the response */
  async function request(
    path: string,
    method = 'GET',
    body?: string,
    { signal }: Call = {},
  ): Promise<string> {
    const attempt = (token: string) => {
      const headers = {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      return send(baseUrl + path, () => ({ method, headers, body }), { ...sending, signal })
    }
    const token = await unlessAborted(tokens.get(), signal)
    try {
      return await attempt(token)
    } catch (error) {
      if (!(error instanceof CredentialsError) || error.status !== 401) throw error
      // Revoked, or ended on the way.
      tokens.drop(token)
      return await attempt(await unlessAborted(tokens.get(), signal))
    }
  }

  return {
    async readAccount(msisdn, call) {
      const path = `/api/eWallet/v1/account?msisdn=${encodeURIComponent(msisdn)}`
      const body = await request(path, 'GET', undefined, call)
      return readBody(body, (json) => requireAccount(parseExactly(json))) as Account
    },
    testAccounts: createTestAccounts(request),
  }
}

/** @throws Error if the response is not a token's */
function readIssued(body: string): Issued {
  const issued = JSON.parse(body) as Issued
  if (token.test(issued.access_token) && Number.isSafeInteger(issued.expires_in) && issued.expires_in > 0)
    return issued
  throw new TypeError('The response has no token.')
}

function withoutSlash(url: string): string {
  if (!URL.canParse(url)) throw new TypeError('authUrl and baseUrl must be URLs.')
  return url.replace(/\/+$/, '')
}
