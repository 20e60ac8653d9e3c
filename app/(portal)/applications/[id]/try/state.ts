/** What the console has done. Without JavaScript it travels in the form, so nothing in it is trusted. */
export type Calls = {
  /** The last call to each endpoint. */
  tokenCall?: Exchange
  balanceCall?: Exchange
  token?: Token
}

/** `expiresAt` in milliseconds since 1970 by the portal's clock, as the response has only the remaining lifetime. */
export type Token = { value: string; expiresAt: number }

/** A call and its response as sent over the wire. Secrets in the text are masked. */
export type Exchange = {
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
