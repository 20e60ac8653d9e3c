/**
 * One request as received, and the way to respond to it. Parsed by `node:http` (`http-socket.ts`) or, for plain
 * requests, which are nearly all, by our own parser (`plain-connection.ts`).
 */
export type Wire = {
  readonly method: string
  /** The request target as sent. */
  readonly target: string
  /** `0` for HTTP/1.0. */
  readonly minorVersion: number
  readonly remoteAddress: string | undefined
  /** The status of the response, or null before there is one. */
  readonly status: number | null
  /** The value of the first line with this lower-case name; undefined if there is none. */
  header(name: string): string | undefined
  /** The number of lines with this lower-case name; joining or dropping lines would hide duplicates (RFC 9110 §5.3). */
  countHeader(name: string): number
  /**
   * The whole body; text if it is known to be printable ASCII.
   * @throws BodyTooLargeError over `limit` bytes, as declared or as received
   * @throws AbortedError when the connection ends first
   */
  readBody(limit: number): string | Promise<Buffer>
  /**
   * Writes the whole response.
   * @param head its lines, each with its end; none of them can be chosen by the caller
   * @param encoding `latin1` for what is ASCII throughout: its bytes are the same, and are copied at once
   */
  respond(status: number, head: string, body: string, encoding: 'latin1' | 'utf8', then: AfterResponse): void
  /** Breaks the connection: the caller has gone, or half a response was sent. */
  abort(): void
}

/**
 * Maximum header fields of a request. `node:http` silently drops those beyond its maximum, which could be the
 * X-Forwarded-For that a proxy has added, so a request with more is refused.
 */
export const maxFields = 1000

/** The end of the connection. `linger` first reads what the caller still sends, so that it can read the response. */
export type AfterResponse = 'keep' | 'close' | 'linger'
