import { STATUS_CODES } from 'node:http'
import type { NextRequest } from 'next/server'
import { findApplicationFor } from '@/lib/applications/queries'
import { now } from '@/lib/clock'
import { currentRequestId } from '@/lib/request'
import { findKeyHolder } from '@/lib/usage/access-key'
import { findUsage } from '@/lib/usage/history'
import { choosePeriod, type Period, resolutions } from '@/lib/usage/range'
import type { UsagePoint } from '@/lib/usage/schema'

type Found = { application: { id: string; clientId: string }; period: Period; points: UsagePoint[] }
const parameters = ['application', 'from', 'to', 'step'] as const
type Fault = { parameter: (typeof parameters)[number]; message: string }

const realm = 'Bearer realm="portal"'
const faults = {
  badTime: 'Must be a time in UTC to the minute, such as 2026-11-22T10:00Z.',
  order: 'Must be later than from.',
  tooLong: 'Must be at most five years before to.',
  twice: 'Must be given once.',
} as const

/**
 * Responds to a program with the usage of an application that the owner of its personal access key may see:
 * by default the last 24 hours. Read-only. Errors are problem+json (RFC 9457), refused keys as in RFC 6750
 * §3.
 * @param write the response's body and type
 */
export async function respondWithUsage(
  request: NextRequest,
  write: (found: Found) => { body: string; type: string },
): Promise<Response> {
  const [, key = ''] = /^Bearer ([!-~]{1,128})$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (!key) return problem(401, 'token_missing', 'This endpoint requires a personal access key.', realm)
  const developerId = await findKeyHolder(key)
  if (!developerId)
    return problem(
      401,
      'invalid_token',
      'The key is unknown, has expired or was ended.',
      `${realm}, error="invalid_token"`,
    )
  const query = request.nextUrl.searchParams
  const twice = parameters.find((name) => query.getAll(name).length > 1)
  const { period, fault = twice && { parameter: twice, message: faults.twice } } = readPeriod(query)
  if (fault) return problem(400, 'invalid_request', 'A parameter is malformed.', undefined, [fault])
  // RFC 9562 §4: the digits of a UUID may be written in either case.
  const id = query.get('application')?.toLowerCase() ?? ''
  const application = await findApplicationFor(developerId, 'usage', id)
  if (!application) return problem(404, 'not_found', 'There is no such application, or you may not see it.')
  const { points } = await findUsage(application.id, period.from, period.to, period.stepMinutes)
  const { body, type } = write({ application, period, points })
  return new Response(body, { headers: { 'Content-Type': type, 'Cache-Control': 'private, no-store' } })
}

function readPeriod(query: URLSearchParams): { period: Period; fault?: Fault } {
  const [step = undefined, from = undefined, to = undefined] = ['step', 'from', 'to'].map(
    (name) => query.get(name) ?? undefined,
  )
  // The page reads a form's notation: without seconds and zone.
  const local = (text: string | undefined) =>
    text?.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::00(?:\.0+)?)?Z$/, '$1')
  const choice = { range: 'day', from: local(from), to: local(to), step } as const
  const { period, problem: reason } = choosePeriod(choice, now())
  if (step && !(resolutions as readonly string[]).includes(step))
    return {
      period,
      fault: { parameter: 'step', message: `Must be one of ${resolutions.join(', ')} (minutes).` },
    }
  return reason ? { period, fault: { parameter: reason.field, message: faults[reason.reason] } } : { period }
}

function problem(
  status: number,
  code: string,
  detail: string,
  challenge?: string,
  errors?: Fault[],
): Response {
  const body = {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail,
    instance: `urn:uuid:${currentRequestId()}`,
    code,
  }
  return new Response(JSON.stringify({ ...body, ...(errors && { errors }) }), {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...(challenge && { 'WWW-Authenticate': challenge }),
    },
  })
}
