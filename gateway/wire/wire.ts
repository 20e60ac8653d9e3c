/**
 * One request as it arrived, and the way back to its caller. Read by `node:http` (`http-wire.ts`), or, for the plain
 * requests that are nearly all there are, by ourselves (`plain-connection.ts`).
 */
export type Wire = {
  readonly method: string
  /** The request target as sent. */
  readonly target: string
  /** `0` for HTTP/1.0. */
  readonly minorVersion: number
  readonly remoteAddress: string | undefined
  /** The status that was answered, or null as long as nothing was. */
  readonly status: number | null
  /** The value of the first line with this name, in lower case; undefined when there is none. */
  header(name: string): string | undefined
  /** How many lines carry this name, in lower case; what joins or drops lines hides some (RFC 9110 §5.3). */
  countHeader(name: string): number
  /**
   * The whole body: text when it is known to be printable ASCII.
   * @throws BodyTooLargeError over `limit` bytes, as declared or as counted while it arrives
   * @throws AbortedError when the connection ends first
   */
  readBody(limit: number): string | Promise<Buffer>
  /**
   * Writes the whole response.
   * @param headers names and values in turn, none of which the caller can choose
   */
  respond(status: number, headers: string[], body: string, then: AfterResponse): void
  /** Breaks the connection: nobody is left to answer, or half an answer is out. */
  abort(): void
}

/** What becomes of the connection; `linger` first takes what the caller still sends, so that it reads the answer. */
export type AfterResponse = 'keep' | 'close' | 'linger'

/** The caller went away before it had sent all: nobody is left to answer. */
export class AbortedError extends Error {
  override name = 'AbortedError'
}

/** The body is larger than what the endpoint reads. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError'
}
