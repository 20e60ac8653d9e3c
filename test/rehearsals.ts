import type pg from 'pg'
import type { Owner } from '@/lib/audit/schema'
import { newId } from '@/lib/ids'
import { endRehearsal, startRehearsal } from '@/lib/rehearsals/commands'
import { finishRehearsals } from '@/lib/rehearsals/finish'
import { readRequirements } from '@/lib/rehearsals/read'
import type { RehearsalReport } from '@/lib/rehearsals/schema'
import { succeed } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'

/**
 * A finished rehearsal of a Sandbox application, with a call that passes `token`, and nothing else.
 * @param sql the database's owner, as only gateways record calls
 */
export async function rehearse(
  sql: Pick<pg.Client, 'query'>,
  applicationId: string,
  by: Owner,
): Promise<{ id: string; requestId: string }> {
  const { id } = await succeed(executeAs(by, startRehearsal, { target: applicationId }))
  const requestId = newId()
  await sql.query('SELECT count_rehearsal_calls($1)', [[id]])
  await sql.query(
    `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, address, method,
       rehearsal_id, rehearsal_number, rehearsal_facts)
     VALUES ($1, $2, now(), 'token', 200, 1, '192.0.2.7', 'POST', $3, 1, $4)`,
    [applicationId, requestId, id, { arrivedAt: Date.now(), respondedAt: Date.now() + 1 }],
  )
  await executeAs(by, endRehearsal, { target: applicationId })
  await finishRehearsals(undefined, 0)
  return { id, requestId }
}

/**
 * A submission is sent with the report of a rehearsal, in which one call was refused. @returns that call's
 * request id
 */
export async function addReport(
  query: (text: string, values: unknown[]) => Promise<unknown>,
  { submissionId, applicationId }: { submissionId: unknown; applicationId: unknown },
): Promise<string> {
  const [id, requestId] = [newId(), newId()]
  const kept = { method: 'GET', latencyMs: 3, response: 'Retry-After: 4\n\n{"code":"quota_exceeded"}' }
  const call = { number: 1, requestId, at: new Date().toISOString(), kept }
  const report: RehearsalReport = {
    cases: [
      {
        id: 'quota_exceeded',
        outcome: 'passed',
        requestIds: [requestId],
        numbers: [1],
        evidence: { code: 'waited', retryAfter: 4 },
      },
    ],
    calls: [{ ...call, endpoint: 'account', status: 429, errorCode: 'quota_exceeded' }],
    requirements: readRequirements({}),
    applicationName: 'Till',
  }
  await query(
    `INSERT INTO rehearsal (id, application_id, ends_at, calls, ended_at, end_reason, finished_at, report)
     VALUES ($1, $2, now(), 1, now(), 'requested', now(), $3)`,
    [id, applicationId, JSON.stringify(report)],
  )
  await query('UPDATE submission SET rehearsal_id = $1 WHERE id = $2', [id, submissionId])
  return requestId
}
