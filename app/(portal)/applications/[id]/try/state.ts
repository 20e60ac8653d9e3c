/** What the console has done. Without JavaScript it travels in the form, so nothing in it is trusted. */
export type Calls = {
  /** The last call to each endpoint. */
  tokenCall?: Exchange
  balanceCall?: Exchange
  token?: Token
}

/** `expiresAt` in milliseconds since 1970, by the portal's clock, as the answer tells the remaining life only. */
export type Token = { value: string; expiresAt: number }

/** A call as it went over the wire, and its answer. Text that a reader must not see is masked. */
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
