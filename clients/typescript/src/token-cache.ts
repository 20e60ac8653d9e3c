/** An access token, and until when it is good by this machine's monotonic clock, in milliseconds. */
type Token = { value: string; renewAt: number; endsAt: number }

/** The response of the token endpoint: the remaining life is in seconds. */
export type Issued = { access_token: string; expires_in: number }

/** Seconds before its end from which a token is renewed; less for one that was already old when it came. */
const margin = 60

export type TokenCache = {
  /** The current token; a single request is under way, however many ask for it. @throws what `issue` throws */
  get(): Promise<string>
  /** Forgets a token that was refused, unless it has been replaced meanwhile. */
  drop(value: string): void
}

/**
 * Keeps the one token of an application, and renews it while it still lasts, so that no call waits for it but
 * the first.
 */
export function createTokenCache(issue: () => Promise<Issued>): TokenCache {
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
