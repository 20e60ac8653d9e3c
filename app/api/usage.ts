import type { NextRequest } from 'next/server'
import { findRefusal, identify, isRefusal, keyMissing } from '@/app/_program/caller'
import { type ParameterFault, problem } from '@/app/_program/outcome'
import { type FoundUsage, readUsage } from '@/app/_program/usage'

const parameters = ['application', 'from', 'to', 'step'] as const

/**
 * Responds to a program with the usage of an application that the owner of its personal access key may see:
 * by default the last 24 hours. Read-only. Errors are problem+json (RFC 9457), refused keys as in RFC 6750
 * §3.
 * @param write the response's body and type
 */
export async function respondWithUsage(
  request: NextRequest,
  write: (found: FoundUsage) => { body: string; type: string },
): Promise<Response> {
  const holder = (await identify(request.headers)) ?? keyMissing
  if (isRefusal(holder)) return problem(holder.status, holder.code, holder.message, holder)
  const refusal = findRefusal(holder, 'key')
  if (refusal) return problem(403, 'forbidden', refusal)
  const query = request.nextUrl.searchParams
  const twice = parameters.find((name) => query.getAll(name).length > 1)
  if (twice) return malformed({ parameter: twice, message: 'Must be given once.' })
  const [application = '', from, to, step] = parameters.map((name) => query.get(name) ?? undefined)
  const found = await readUsage({ application, from, to, step }, holder)
  if (!found) return problem(404, 'not_found', 'There is no such application, or you may not see it.')
  if ('parameter' in found) return malformed(found)
  const { body, type } = write(found)
  return new Response(body, { headers: { 'Content-Type': type, 'Cache-Control': 'private, no-store' } })
}

function malformed(fault: ParameterFault): Response {
  return problem(400, 'invalid_request', 'A parameter is malformed.', { errors: [fault] })
}
