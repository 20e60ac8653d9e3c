import { Prisma } from '@/generated/prisma/client'
import { findApplicationFor } from '@/lib/applications/queries'
import { openTo } from '@/lib/applications/rights'
import { database, type Transaction } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import type { MeteredEndpoint } from '@/lib/usage/schema'
import { type DescribedRehearsal, readRehearsal, readRequirements } from './read'
import {
  type CaseRequirement,
  countPassed,
  type NamedCall,
  type RehearsalCall,
  type RehearsalCase,
  type RehearsalReport,
  type RehearsalView,
} from './schema'

/**
 * The latest rehearsal of an application, running or not, with its cases as they are now; null if it had
 * none, and for an application that is not this developer's to view.
 */
export async function findRehearsal(
  applicationId: string,
  developerId: string,
): Promise<RehearsalView | null> {
  if (!isUuid(applicationId)) return null
  if (!(await findApplicationFor(developerId, 'view', applicationId))) return null
  const described = await selectLatest(applicationId)
  return described ? readRehearsal(described) : null
}

/**
 * How many of the cases its latest rehearsal has passed; null without one. The caller has checked the right to see it.
 */
export async function findRehearsalScore(
  applicationId: string,
): Promise<{ passed: number; count: number } | null> {
  const described = await selectLatest(applicationId)
  return described && countPassed(readRehearsal(described))
}

/**
 * The latest calls of a rehearsal that the log still holds, newest first. The caller has checked the right to see them.
 */
export async function listRehearsalCalls(rehearsalId: string, limit: number): Promise<RehearsalCall[]> {
  const found = await database().requestLogEntry.findMany({
    where: { rehearsalId },
    orderBy: { rehearsalNumber: 'desc' },
    take: limit,
  })
  return found.map(({ rehearsalNumber, at, endpoint, ...call }) => ({
    number: rehearsalNumber ?? 0,
    at: at.toISOString(),
    endpoint: endpoint as MeteredEndpoint,
    requestId: call.requestId,
    status: call.status,
    latencyMs: call.latencyMs,
  }))
}

/**
 * The calls with this request id that the reports of an application's finished rehearsals keep, newest rehearsal first.
 * The caller has checked the right to see its calls.
 */
export async function findKeptCalls(applicationId: string, requestId: string): Promise<NamedCall[]> {
  if (!isUuid(requestId)) return []
  const rows = await database().$queryRaw<{ report: RehearsalReport }[]>`
    SELECT report FROM rehearsal
    WHERE application_id = ${applicationId}::uuid
      AND report->'calls' @> jsonb_build_array(jsonb_build_object('requestId', ${requestId}::text))
    ORDER BY started_at DESC, id DESC`
  return rows.flatMap(({ report }) => report.calls.filter((call) => call.requestId === requestId))
}

/**
 * The applications whose usage this developer may see and that made a call with this request id, which the log or the
 * report of a rehearsal keeps. Empty for an unknown or malformed id.
 */
export async function findApplicationsOfRequest(developerId: string, requestId: string) {
  if (!isUuid(requestId)) return []
  const applications = await database().application.findMany({
    where: openTo(developerId, 'usage'),
    select: { id: true, name: true, environment: true },
  })
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT a.id FROM unnest(${applications.map(({ id }) => id)}::uuid[]) AS a (id)
    WHERE EXISTS (SELECT FROM recent_call c WHERE c.application_id = a.id AND c.request_id = ${requestId}::uuid)
      OR EXISTS (SELECT FROM rehearsal r WHERE r.application_id = a.id
        AND r.report->'calls' @> jsonb_build_array(jsonb_build_object('requestId', ${requestId}::text)))`
  return applications.filter(({ id }) => rows.some((row) => row.id === id))
}

export type SubmittedRehearsal = RehearsalView & { applicationName: string }

/**
 * The rehearsal that a submission was sent with, which never changes; null if there was none. For its team,
 * reviewers and the dossier: the caller has checked the right to see the submission.
 */
export async function findSubmittedRehearsal(submissionId: string): Promise<SubmittedRehearsal | null> {
  if (!isUuid(submissionId)) return null
  const submission = await database().submission.findUnique({
    where: { id: submissionId },
    select: { rehearsal: { select: { id: true, application: { select: { name: true } } } } },
  })
  if (!submission?.rehearsal) return null
  const { id, application } = submission.rehearsal
  return { applicationName: application.name, ...readRehearsal(await getDescribed(database(), id)) }
}

/**
 * The rehearsal that a submission of this Production application would be sent with now: the latest finished one of a
 * Sandbox application of the same organisation, or of one owned by an owner of this application. Null if there is none.
 * The caller has checked the right to see the application.
 */
export async function findRehearsalToSubmit(
  applicationId: string,
  transaction: Transaction = database(),
): Promise<RehearsalView | null> {
  const [described] = await selectDescribed(transaction, Prisma.sql`r.id = ${newestFor(applicationId)}`)
  return described ? readRehearsal(described) : null
}

/** The administrators' setting of each case. */
export async function listCaseRequirements(
  transaction: Transaction = database(),
): Promise<Record<RehearsalCase, CaseRequirement>> {
  const rows = await transaction.rehearsalCase.findMany()
  return readRequirements(Object.fromEntries(rows.map(({ id, requirement }) => [id, requirement])))
}

/** One rehearsal as the database describes it. @throws for an unknown id */
export async function getDescribed(transaction: Transaction, id: string): Promise<DescribedRehearsal> {
  const [described] = await selectDescribed(transaction, Prisma.sql`r.id = ${id}::uuid`)
  if (!described) throw new Error('There is no such rehearsal.')
  return described
}

async function selectLatest(applicationId: string): Promise<DescribedRehearsal | null> {
  const latest = Prisma.sql`r.application_id = ${applicationId}::uuid ORDER BY r.started_at DESC, r.id DESC LIMIT 1`
  return (await selectDescribed(database(), latest))[0] ?? null
}

async function selectDescribed(transaction: Transaction, which: Prisma.Sql): Promise<DescribedRehearsal[]> {
  const rows = await transaction.$queryRaw<{ described: DescribedRehearsal }[]>`
    SELECT describe_rehearsal(r) AS described FROM rehearsal r WHERE ${which}`
  return rows.map(({ described }) => described)
}

/**
 * Deleted applications are no longer anyone's; suspended ones are. The owners of an organisation, which
 * always has one, own all its applications.
 */
function newestFor(applicationId: string): Prisma.Sql {
  return Prisma.sql`(
    SELECT newest.id FROM application_team mine
    JOIN application_team theirs ON theirs.developer_id = mine.developer_id AND theirs.role = 'owner'
    JOIN application s ON s.id = theirs.application_id AND s.environment = 'sandbox' AND s.state <> 'deleted'
    JOIN rehearsal newest ON newest.application_id = s.id AND newest.finished_at IS NOT NULL
    WHERE mine.application_id = ${applicationId}::uuid AND mine.role = 'owner'
    ORDER BY newest.ended_at DESC, newest.id DESC LIMIT 1)`
}
