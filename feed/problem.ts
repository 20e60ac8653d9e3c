const titles = {
  invalid_request: 'Invalid request',
  unauthorized: 'Key not accepted',
  request_timeout: 'Request not completed in time',
  body_too_large: 'Body too large',
  headers_too_large: 'Header fields too large',
  expectation_failed: 'Expectation failed',
  unsupported_media_type: 'Unsupported media type',
  too_many_requests: 'Too many requests',
  paused: 'Sender paused',
  unavailable: 'Temporarily unavailable',
  not_found: 'Not found',
  method_not_allowed: 'Method not allowed',
} as const

/** A refusal of a request, as problem+json (RFC 9457). `detail` never repeats the request. */
export class Problem extends Error {
  override name = 'Problem'
  constructor(
    readonly status: number,
    readonly code: keyof typeof titles,
    readonly detail: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(detail)
  }
}

export function renderProblem({ status, code, detail }: Problem, requestId: string): string {
  return JSON.stringify({
    type: 'about:blank',
    title: titles[code],
    status,
    detail,
    instance: `urn:uuid:${requestId}`,
    code,
  })
}
