import { Prisma } from '@/generated/prisma/client'
import { reviewStates } from '@/lib/applications/states'
import { now } from '@/lib/clock'
import { database, escapeLike } from '@/lib/database'
import { businessMinutesBetween } from './business-hours'
import { subjectOf } from './submission-subject'

export const queueStates = [...reviewStates, 'all'] as const
export type QueueState = (typeof queueStates)[number]

export type QueueFilter = {
  state: QueueState
  assignee: 'anyone' | 'me' | 'nobody'
  /**
   * Part of an application's or organisation's name, the client id, or part of the address of its developer
   * or members.
   */
  text?: string
  /** From 1. */
  page: number
}

export const queuePageSize = 25

type PersonNames = { email: string; displayName: string }

export type QueueEntry = {
  id: string
  /** Of the application or the organisation. */
  name: string
  organisation: boolean
  developer: PersonNames
  state: Exclude<QueueState, 'all'>
  revision: boolean
  number: number
  submittedAt: Date
  dueAt: Date | null
  assignee: PersonNames | null
  mine: boolean
  /** An application that is yet to be approved with its organisation's documents; see `findUnreviewed`. */
  unreviewed: boolean
}

/** The order of waiting submissions, for reviewers and applicants. */
const queueOrder = Prisma.sql`s.due_at, s.submitted_at, s.id`

/**
 * One page of submissions as reviewers see them: waiting ones in the order of the queue, others newest first.
 * @param others how many entries the caller puts among them: as many are returned from before the page
 * @returns the entries, how many are before the first, and how many there are on all pages
 */
export async function listQueue(
  filter: QueueFilter,
  reviewerId: string,
  others = 0,
): Promise<{ entries: QueueEntry[]; skipped: number; total: number }> {
  const where = conditions(filter, reviewerId)
  const end = filter.page * queuePageSize
  const skipped = Math.max(0, end - queuePageSize - others)
  const [count, found] = await Promise.all([
    database().$queryRaw<{ total: bigint }[]>`SELECT count(*) AS total FROM submission s WHERE ${where}`,
    database().$queryRaw<(Omit<QueueEntry, 'unreviewed'> & { applicationId: string | null })[]>`
      SELECT s.id, s.application_id AS "applicationId", coalesce(a.name, o.legal_name) AS name, o.id IS NOT NULL AS organisation,
             ${namesOf('d')} AS developer, s.state::text AS state, s.revision, s.number, s.submitted_at AS "submittedAt",
             s.due_at AS "dueAt", CASE WHEN holder.id IS NOT NULL THEN ${namesOf('holder')} END AS assignee, coalesce(holder.id = ${reviewerId}::uuid, false) AS mine
      FROM (
        SELECT * FROM submission s WHERE ${where} ORDER BY ${order(filter.state)}
        LIMIT ${end - skipped} OFFSET ${skipped}) s
      ${withDeveloper}
      LEFT JOIN developer holder ON holder.id = s.claimed_by_id AND s.claimed_until > ${now()}
      ORDER BY ${order(filter.state)}`,
  ])
  const unreviewed = await findUnreviewed(found.flatMap(({ applicationId }) => applicationId ?? []))
  const entries = found.map(({ applicationId, ...entry }) => ({
    ...entry,
    unreviewed: unreviewed.has(applicationId ?? ''),
  }))
  return { entries, skipped, total: Number(count[0]?.total ?? 0) }
}

/**
 * The submissions waiting before and after this one, for going through them one by one. From one that is not waiting,
 * the next is the first of the queue.
 */
export async function findNeighbouringSubmissions(
  id: string,
): Promise<{ previous: string | null; next: string | null }> {
  const [found] = await database().$queryRaw<{ previous: string | null; next: string | null }[]>`
    WITH waiting AS (SELECT s.*, row_number() OVER (ORDER BY ${queueOrder}) AS place
                     FROM submission s WHERE s.state = 'in_validation'),
         here AS (SELECT coalesce((SELECT place FROM waiting WHERE id = ${id}::uuid), 0) AS place)
    SELECT (SELECT w.id FROM waiting w, here WHERE w.place = here.place - 1) AS previous,
           (SELECT w.id FROM waiting w, here WHERE w.place = here.place + 1) AS next`
  return { previous: found?.previous ?? null, next: found?.next ?? null }
}

/** The position of a waiting submission in the queue, from 1. */
export async function countQueuePosition(id: string): Promise<number> {
  const [found] = await database().$queryRaw<{ place: bigint }[]>`
    SELECT count(*) AS place FROM submission s
    WHERE s.state = 'in_validation' AND (${queueOrder}) <= (SELECT ${queueOrder} FROM submission s WHERE s.id = ${id}::uuid)`
  return Number(found?.place ?? 0)
}

/** The next submission, as {@link findNeighbouringSubmissions} finds it: its name, and when it is due. */
export async function findNext(submissionId: string) {
  const { next } = await findNeighbouringSubmissions(submissionId)
  if (!next) return null
  const { id, state, dueAt, ...whose } = await database().submission.findUniqueOrThrow({
    where: { id: next },
    select: {
      id: true,
      state: true,
      dueAt: true,
      application: { select: { id: true, name: true } },
      organisation: { select: { id: true, legalName: true } },
    },
  })
  return { id, state, dueAt, name: subjectOf(whose).name }
}

/** The number of submissions waiting for a decision, and how many of them are overdue. */
export async function countWaiting(): Promise<{ waiting: number; overdue: number }> {
  const [counted] = await database().$queryRaw<{ waiting: bigint; overdue: bigint }[]>`
    SELECT count(*) AS waiting, count(*) FILTER (WHERE due_at < ${now()}) AS overdue
    FROM submission WHERE state = 'in_validation'`
  return { waiting: Number(counted?.waiting ?? 0), overdue: Number(counted?.overdue ?? 0) }
}

/** Overdue submissions, the most overdue first, for the daily reminder. */
export async function listOverdue(max: number) {
  return database().submission.findMany({
    where: { state: 'in_validation', dueAt: { lt: now() } },
    orderBy: { dueAt: 'asc' },
    take: max,
    select: {
      id: true,
      dueAt: true,
      application: { select: { id: true, name: true } },
      organisation: { select: { id: true, legalName: true } },
    },
  })
}

function namesOf(person: 'd' | 'holder'): Prisma.Sql {
  const column = (name: string) => Prisma.raw(`${person}.${name}`)
  return Prisma.sql`jsonb_build_object('email', ${column('email')}, 'displayName', ${column('display_name')})`
}

/** Only for the entries of the page: earlier pages are skipped without. */
const withDeveloper = Prisma.sql`
  LEFT JOIN application a ON a.id = s.application_id
  LEFT JOIN organisation o ON o.id = s.organisation_id
  LEFT JOIN LATERAL (
    SELECT m.developer_id FROM application_member m WHERE m.organisation_id = s.organisation_id
    ORDER BY m.role, m.joined_at, m.developer_id LIMIT 1) first ON true
  JOIN developer d ON d.id = coalesce(a.developer_id, first.developer_id)`

function conditions({ state, assignee, text }: QueueFilter, reviewerId: string): Prisma.Sql {
  const all = [Prisma.sql`s.submitted_at IS NOT NULL`]
  if (state === 'all') all.push(Prisma.sql`s.state = ANY (${reviewStates}::submission_state[])`)
  else all.push(Prisma.sql`s.state = ${state}::submission_state`)
  const held = Prisma.sql`s.claimed_by_id IS NOT NULL AND s.claimed_until > ${now()}`
  if (assignee === 'me') all.push(Prisma.sql`${held} AND s.claimed_by_id = ${reviewerId}::uuid`)
  if (assignee === 'nobody') all.push(Prisma.sql`NOT (${held})`)
  if (text) {
    const pattern = `%${escapeLike(text)}%`
    all.push(Prisma.sql`(
      s.application_id IN (
        SELECT id FROM application WHERE name ILIKE ${pattern} OR client_id = ${text}
          OR developer_id IN (SELECT id FROM developer WHERE email ILIKE ${pattern}))
      OR s.organisation_id IN (
        SELECT id FROM organisation WHERE legal_name ILIKE ${pattern}
        UNION SELECT m.organisation_id FROM application_member m JOIN developer d ON d.id = m.developer_id
          WHERE d.email ILIKE ${pattern} AND m.organisation_id IS NOT NULL))`)
  }
  return Prisma.join(all, ' AND ')
}

function order(state: QueueState): Prisma.Sql {
  return state === 'in_validation' ? queueOrder : Prisma.sql`s.submitted_at DESC, s.id DESC`
}

/** A decision took so many business minutes, and came by the day that was promised or not. */
export type Decided = { minutes: number; onTime: boolean }

/**
 * The last 20 final decisions, fastest first. A submission that was sent again since is left out: its dates are those
 * of the newer version. Requested changes stop the clock: in time, minutes remained. Voided decisions do not count.
 */
export async function listLastDecided(): Promise<Decided[]> {
  const rows = await database().$queryRaw<{ submittedAt: Date; decidedAt: Date; onTime: boolean }[]>`
    SELECT s.submitted_at AS "submittedAt", d.decided_at AS "decidedAt",
      coalesce(d.decided_at <= s.due_at, s.remaining_minutes > 0) AS "onTime"
    FROM decision d JOIN submission s ON s.id = d.submission_id AND s.version = d.submission_version
    WHERE d.final AND d.voided_at IS NULL ORDER BY d.decided_at DESC LIMIT 20`
  return rows
    .map(({ submittedAt, decidedAt, onTime }) => ({
      minutes: businessMinutesBetween(submittedAt, decidedAt),
      onTime,
    }))
    .sort((a, b) => a.minutes - b.minutes)
}

/**
 * Which of these applications a reviewer has yet to approve with the documents of their organisation:
 * approved ones that moved into it since, or belonged to it before it was verified. They keep working with
 * their own documents. Also those that left the organisation that they rely on, which has closed: they keep
 * working, and owe their own documents.
 * @returns by the application's id, whether a submission that would settle it waits for a decision
 */
export async function findUnreviewed(applicationIds: readonly string[]): Promise<Map<string, boolean>> {
  const found = await database().$queryRaw<{ id: string; waiting: boolean }[]>`
    SELECT a.id, EXISTS (
      SELECT FROM submission w
      WHERE w.application_id = a.id AND w.state = 'in_validation' AND w.relies_on_id IS NOT DISTINCT FROM a.organisation_id) AS waiting
    FROM application a
    WHERE a.id = ANY(${[...applicationIds]}::uuid[]) AND a.environment = 'production' AND a.state = 'active'
      AND a.organisation_id IS DISTINCT FROM (
        SELECT s.relies_on_id FROM submission s WHERE s.application_id = a.id AND s.state = 'approved'
        ORDER BY s.number DESC LIMIT 1)`
  return new Map(found.map(({ id, waiting }) => [id, waiting]))
}
