import { Prisma } from '@/generated/prisma/client'
import { openTo } from '@/lib/applications/rights'
import { database } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import { rangeBegins } from './range'
import { type FirstStep, testCode } from './schema'

/** Callers choose the request id, and may use it for every call. */
const maxOfOneRequest = 50

/**
 * The application's calls with this request id, newest first: callers choose the id, and may use it more than once.
 * Empty for an unknown or malformed id, and for another application's call.
 */
export function findCallsOfRequest(applicationId: string, requestId: string) {
  const where = { applicationId, requestId: isUuid(requestId) ? requestId : { in: [] } }
  return database().requestLogEntry.findMany({ where, orderBy: { id: 'desc' }, take: maxOfOneRequest })
}

/**
 * The calls with this request id of all applications whose usage this developer may see, newest first, each with its
 * application.
 */
export async function findCallsOfRequestFor(developerId: string, requestId: string) {
  const applications = await database().application.findMany({
    where: openTo(developerId, 'usage'),
    select: { id: true, environment: true, clientId: true, clientAuthentication: true },
  })
  const where = {
    requestId: isUuid(requestId) ? requestId : { in: [] },
    applicationId: { in: applications.map(({ id }) => id) },
  }
  const calls = await database().requestLogEntry.findMany({
    where,
    orderBy: { id: 'desc' },
    take: maxOfOneRequest,
  })
  return calls.flatMap((call) => {
    const application = applications.find(({ id }) => id === call.applicationId)
    return application ? [{ call, application }] : []
  })
}

/** The newest of the application's last calls with this error code, or null. */
export function findLastCallWithCode(applicationId: string, errorCode: string) {
  return database().requestLogEntry.findFirst({
    where: { applicationId, errorCode },
    orderBy: { id: 'desc' },
  })
}

/** The busiest minute of an hour: its calls at the account endpoint, which the rate limit counts, and its number. */
export type Peak = { calls: number; minute: number }

/** Those of 24 hours by the clock, oldest first, as in the list of applications: the newest is not over yet. */
export async function listPeaks(applicationId: string, at: Date): Promise<Peak[]> {
  const since = rangeBegins('day', at).toISOString()
  const rows = await database().$queryRaw<(Peak & { hour: number })[]>`
    SELECT DISTINCT ON (1) floor(extract(epoch FROM minute - ${since}::timestamptz) / 3600)::int AS hour,
      (succeeded + refused + limited + failed)::int AS calls, extract(minute FROM minute)::int AS minute
    FROM usage_minute
    WHERE application_id = ${applicationId}::uuid AND endpoint = 'account' AND minute >= ${since}::timestamptz
    ORDER BY 1, 2 DESC`
  return Array.from({ length: 24 }, (_, hour) => {
    const { calls = 0, minute = 0 } = rows.find((row) => row.hour === hour) ?? {}
    return { calls, minute }
  })
}

/**
 * Which of the first steps an application's real calls have completed, as far back as usage is kept.
 *
 * `refusalHandled`: a token after client authentication failed (401; only such refusals at the token endpoint can be
 * attributed to an application). `unknownAccount`: found among the last calls; after that call is no longer kept, any
 * refusal at the account endpoint counts, so that a completed step stays completed.
 */
export async function findFirstSteps(applicationId: string): Promise<Record<FirstStep, boolean>> {
  const [steps] = await database().$queryRaw<Record<FirstStep, boolean>[]>`
    SELECT coalesce(bool_or(endpoint = 'token' AND succeeded > 0), false) AS "token",
      coalesce(bool_or(endpoint = 'account' AND succeeded > 0), false) AS "balance",
      coalesce(kept.unknown, bool_or(endpoint = 'account' AND refused > 0 AND minute < kept.since), false)
        AS "unknownAccount",
      coalesce(max(minute) FILTER (WHERE endpoint = 'token' AND succeeded > 0)
        >= min(minute) FILTER (WHERE endpoint = 'token' AND refused > 0), false) AS "refusalHandled",
      coalesce(bool_or(endpoint = 'account' AND limited > 0), false) AS "limitMet"
    FROM (SELECT bool_or(error_code = 'account_not_found') FILTER (WHERE error_code = 'account_not_found') AS unknown,
            min(at) - interval '1 minute' AS since
          FROM recent_call WHERE application_id = ${applicationId}::uuid) kept
    LEFT JOIN usage_of(ARRAY[${applicationId}::uuid], '-infinity', 'infinity') ON true
    GROUP BY kept.unknown, kept.since`
  return steps as Record<FirstStep, boolean>
}

/** The errors that a row of usage counts, without tests. */
export const errorsInRow = Prisma.raw(
  `(refused + limited + failed - coalesce((codes ->> '${testCode}')::bigint, 0))`,
)
