import type { Pool } from 'pg'
import type { Settings } from './env'

/** What a job is given: what it was queued with, and a signal for long ones, aborted when the worker ends. */
export type JobContext = {
  payload: unknown
  pool: Pool
  signal?: AbortSignal
  /** Counts rows that were removed, by kind. */
  report(what: string, rows: number): void
}

export type Job = {
  /** When it runs (cron, UTC), once however many workers there are; without a schedule, something queues it. */
  at?: string
  /** Runs that were due while there was no worker are made up for within this time, in milliseconds. */
  backfillMs?: number
  /** Missed runs happen one after the other. Otherwise one run at most waits behind a slow one. */
  oneByOne?: boolean
  run(context: JobContext): Promise<unknown>
}

/**
 * Which rows are past their retention: those of a table (`old`) that match a condition, found through an index; or what
 * a statement removes, `limit` rows at most. `inOneSnapshot`: if rows change while it runs, it removes nothing.
 */
export type Retention =
  | { table: string; where: string | ((settings: Settings) => string) }
  | { what: string; statement: string; limit?: number; inOneSnapshot?: boolean }

/** A gauge of the worker, measured at each scrape, as alerts on it must not depend on traffic. */
export type Metric = {
  name: string
  help: string
  /** Its labels, columns of `statement` next to `value`. */
  labels?: readonly string[]
  statement: string
}

/** Groups of audited actions that administrators filter by. */
export const auditGroups = ['decisions', 'applications', 'secrets', 'access', 'settings', 'accounts'] as const
export type AuditGroup = (typeof auditGroups)[number]

/** The pages of administration and review, with their icons; each door adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: each door adds to it
export interface StaffPages {}

/** What a door adds to {@link StaffPages}. */
export type PagesOf<List extends readonly { page: string; icon: string }[]> = {
  [Each in List[number] as Each['page']]: Each['icon']
}

/** By the name of Lucide. */
export type StaffIcon = StaffPages[keyof StaffPages]

export type StaffPage = {
  page: keyof StaffPages
  path: string
  group: 'people' | 'review' | 'messages' | 'service' | 'settings'
  /** Its place in the group. */
  order: number
  icon: StaffIcon
  /** Reviewers see it, too. */
  forReviewers?: boolean
}

/** Every kind of process with a login role; `gateways` are those of both environments. */
type Process = 'portal' | 'gateways' | 'sandbox' | 'production' | 'worker' | 'feed'

/**
 * What the rest of the house must know of a concept, in `lib/CONCEPT/feature.ts`: data, and functions that load what
 * they run. Only `lib/features.ts` imports it, and only entry points import that.
 */
export type Feature = {
  /** The audited actions, also those that earlier versions recorded. */
  audit?: readonly string[]
  /** The group of its actions, or of those that begin with a text; the first that fits. */
  auditGroup?: AuditGroup | readonly (readonly [beginning: string, group: AuditGroup])[]
  staffPages?: readonly StaffPage[]
  /** How many of its things wait for someone, by the page that lists them. */
  waiting?: Partial<Record<keyof StaffPages, () => Promise<number>>>
  /** The worker's jobs, by the name under which they are queued. */
  jobs?: Record<string, Job>
  metrics?: readonly Metric[]
  /**
   * What the database shows of its work, by the name of a check of `lib/health/schema.ts`: each row is a finding, with
   * its `outcome`, `subject` and values. `given.expected` is FEED_EXPECTED_SECONDS.
   */
  checks?: Record<string, string | (() => Promise<string>)>
  /** Tables of other concepts that its SQL reads or writes. */
  foreignTables?: readonly string[]
  /** What the worker removes, in this order. */
  retention?: readonly Retention[]
  /** The rights of each process on its tables and functions, as `GRANT` has them: the minimum, which tests compare. */
  grants?: Partial<Record<Process, readonly string[]>>
  /**
   * Its tables with rows of one environment that a gateway can reach, by a column `environment` or by their
   * application; and those of which the feed sees Production's rows only.
   */
  rowSecurity?: {
    byEnvironment?: readonly string[]
    byApplication?: readonly string[]
    ofFeed?: readonly string[]
  }
}

export function feature<const Definition extends Feature>(definition: Definition): Definition {
  return definition
}

/** Maximum rows of one kind that a statement removes, so that it never delays requests for long. */
export const removedAtOnce = 250

/** The lowest id generated at a time (UUIDv7, lib/ids.ts), in SQL: the primary key finds older ones. */
export function firstIdOf(time: string): string {
  return `(lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`
}
