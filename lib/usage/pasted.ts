/** The request ID in pasted text: an ID, a header or a whole response; null if there is none. */
export function extractRequestId(text: string): string | null {
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text.toLowerCase())?.[0] ?? null
}

/** The error code in pasted text: a code, or `code` or `error` of a response; null if there is none. */
export function extractErrorCode(text: string): string | null {
  return (
    /^\s*([a-z_]{1,40})\s*$|"(?:code|error)"\s*:\s*"([a-z_]{1,40})"/.exec(text)?.slice(1).find(Boolean) ??
    null
  )
}
