/** An account as it was seeded: every response about it must match, byte for byte. */
export type KnownAccount = { msisdn: string; body: string }

/** An application's current token, as far as the caller knows. `endsAt` in milliseconds of the monotonic clock. */
export type KnownToken = { token: string; endsAt: number }

export type Answer = { status: number; body: string; location?: string }

/** `failed` is no response, or one that says to retry; `wrong` is an incorrect one. */
export type Verdict = { is: 'right' | 'failed' } | { is: 'wrong'; why: string }

/** Statuses that promise nothing: unavailable, and a proxy's own for an unreachable gateway. */
const sayTryAgain = new Set([429, 502, 503, 504])

const renewalWindow = 90_000
/** Rounding to whole seconds, and the time that the call took. */
const tolerance = 5000

/**
 * Judges the response to a request whose only correct response has this status and, if given, this text in its body.
 */
export function judge(answer: Answer | null, status: number, text: string, exact = false): Verdict {
  if (!answer || sayTryAgain.has(answer.status)) return { is: 'failed' }
  const matches = exact ? answer.body === text : answer.body.includes(text)
  if (answer.status === status && matches) return { is: 'right' }
  return { is: 'wrong', why: `${answer.status} instead of ${status}: ${answer.body.slice(0, 200)}` }
}

/**
 * Judges a token response: both callers of an application get its one valid token, with its remaining lifetime; only
 * near its end, or after it was revoked (`known` is null), may it be another.
 * @returns the verdict, and the token if there is one
 */
export function judgeToken(
  answer: Answer | null,
  known: KnownToken | null,
  now: number,
): { verdict: Verdict; token?: KnownToken } {
  const verdict = judge(answer, 200, '"token_type":"Bearer"')
  if (verdict.is !== 'right' || !answer) return { verdict }
  const { access_token, expires_in } = JSON.parse(answer.body) as { access_token: string; expires_in: number }
  const token = { token: access_token, endsAt: now + expires_in * 1000 }
  const wrong = (why: string) => ({ verdict: { is: 'wrong', why } as const, token })
  if (!(expires_in >= 1 && expires_in <= 300)) return wrong(`expires_in ${expires_in}`)
  if (!known || known.endsAt - now < renewalWindow + tolerance) return { verdict, token }
  if (access_token !== known.token) return wrong('another token while the previous one was valid')
  if (Math.abs(token.endsAt - known.endsAt) > tolerance)
    return wrong(`expires_in ${expires_in}, but ${Math.round((known.endsAt - now) / 1000)} s were left`)
  return { verdict, token }
}

/** The exact response for an account in XOF, as the product's documentation has it. */
export function accountBody(msisdn: string, balance: string, asOf: string): string {
  return `{"msisdn":"${msisdn}","type":"customer","status":"active","balance":{"value":${balance},"unit":"XOF"},"frozenBalance":{"value":0,"unit":"XOF"},"asOf":"${asOf}"}`
}
