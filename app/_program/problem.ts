import { STATUS_CODES } from 'node:http'
import { currentRequestId } from '@/lib/request-context'

export type ParameterFault = { parameter: string; message: string }

/** An error as problem+json (RFC 9457), for programs with a personal access key. */
export function problem(
  status: number,
  code: string,
  detail: string,
  { headers, errors }: { headers?: Record<string, string>; errors?: ParameterFault[] } = {},
): Response {
  const body = {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail,
    instance: `urn:uuid:${currentRequestId()}`,
    code,
    errors,
  }
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
  })
}
