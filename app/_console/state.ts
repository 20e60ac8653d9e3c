/** The state of the console. Without JavaScript it travels in the form, so nothing in it is trusted. */
export type ConsoleCalls = {
  /** The calls of the last press; the token's also if an earlier press made it and the token was reused. */
  tokenCall?: ConsoleExchange
  balanceCall?: ConsoleExchange
  reused?: boolean
  token?: Token
  /** The last call, for the history. */
  made?: PastCall[]
}

/**
 * `expiresAt` in milliseconds since 1970 by the portal's clock, as the response has only the remaining lifetime;
 * `secondsLeft` when the portal responded, for a browser whose clock may be another.
 */
export type Token = { value: string; expiresAt: number; secondsLeft: number }

/** A call and its response as sent over the wire. Secrets in the text are masked. */
export type ConsoleExchange = {
  request: { method: string; url: string; head: string; body: string }
  answer: {
    status: number
    head: string
    body: string
    /** milliseconds from the first byte sent to the last received */
    latency: number
    requestId: string | null
    /** the error code in the body */
    code: string | null
  }
}

/** A call as the browser remembers it: without token and secret, and in Production with a masked number. */
export type PastCall = {
  id: string
  /** The time of day, in the reader's language. */
  at: string
  status: number
  latency: number
  /** The number queried; absent for a token. */
  msisdn?: string
  masked?: boolean
}
