import { STATUS_CODES } from 'node:http'
import { currentRequestId } from '@/lib/request-context'

/** Why a tool refused, each with its HTTP status. */
export const failureStatuses = {
  invalid_arguments: 400,
  not_found: 404,
  forbidden: 403,
  invalid_account: 422,
  reserved: 409,
  too_many: 409,
  not_active: 409,
  rehearsal_running: 409,
  rehearsal_not_found: 404,
} as const

/** `message` says what to do next; `path` is the argument that it is about, as `account.balance.value`. */
export type ToolFailure = {
  ok: false
  code: keyof typeof failureStatuses
  message: string
  path: string | null
  /** All of them, where several arguments are wrong. */
  errors?: { path: string; message: string }[]
}

/** The result of a tool; `status` is that of its HTTP response, 200 by default. */
export type ToolResult = { ok: true; value: object; status?: number } | ToolFailure

export function fail(code: ToolFailure['code'], message: string, path: string | null = null): ToolFailure {
  return { ok: false, code, message, path }
}

/** Arguments, or parts of one, that are wrong. @param errors at least one */
export function failAll(code: ToolFailure['code'], errors: { path: string; message: string }[]): ToolFailure {
  const [first] = errors
  return { ok: false, code, message: first?.message ?? '', path: first?.path ?? null, errors }
}

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
