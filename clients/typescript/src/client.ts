import type { operations } from './api.ts'
import { type Credentials, writeTokenRequest } from './credentials.ts'
import { CredentialsError } from './errors.ts'
import { type Exact, parseExactly, requireAccount } from './exact-json.ts'
import { type Call, readBody, type SendOptions, send, unlessAborted } from './send.ts'
import { createTestAccounts, type TestAccounts } from './test-accounts.ts'

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

/** An access token, and until when it is good by this machine's monotonic clock, in milliseconds. */
type Token = { value: string; renewAt: number; endsAt: number }

/** The response of the token endpoint: the remaining life is in seconds. */
type Issued = { access_token: string; expires_in: number }

/** Seconds before its end from which a token is renewed; less for one that was already old when it came. */
const margin = 60

type TokenCache = {
  /** The current token; a single request is under way, however many ask for it. @throws what `issue` throws */
  get(): Promise<string>
  /** Forgets a token that was refused, unless it has been replaced meanwhile. */
  drop(value: string): void
}

/**
 * Keeps the one token of an application, and renews it while it still lasts, so that no call waits for it but
 * the first.
 */
function createTokenCache(issue: () => Promise<Issued>): TokenCache {
  let token: Token | null = null
  let underWay: Promise<Token> | null = null

  async function renew(): Promise<Token> {
    const asked = performance.now()
    const { access_token: value, expires_in: life } = await issue()
    // From when it was asked for: the response may have taken long.
    token = {
      value,
      renewAt: asked + (life - Math.min(margin, life / 2)) * 1000,
      endsAt: asked + life * 1000,
    }
    return token
  }

  function renewOnce(): Promise<Token> {
    underWay ??= renew().finally(() => {
      underWay = null
    })
    return underWay
  }

  return {
    async get() {
      const now = performance.now()
      if (!token || now >= token.endsAt) return (await renewOnce()).value
      // In the background. If it fails, the next call tries again.
      if (now >= token.renewAt) renewOnce().catch(() => {})
      return token.value
    },
    drop(value) {
      if (token?.value === value) token = null
    },
  }
}
