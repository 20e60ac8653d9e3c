import type { RefusalCause } from '@/lib/oauth/errors'
import { maskMsisdn } from '@/lib/wallet/msisdn'
import type { MeteredEndpoint, RehearsalFacts, RequestLogRow } from './schema'

/** One completed call of a known application. `at` is in Unix milliseconds, `latency` in milliseconds. */
export type MeteredCall = {
  applicationId: string
  requestId: string
  at: number
  endpoint: MeteredEndpoint
  status: number
  errorCode: string | null
  /** Why it failed, for the application's owner. */
  hint: RefusalCause | null
  latency: number
  msisdn: string | null
  address: string
  /** For successful token calls: whether the token was new. */
  minted: boolean | null
  method: string
  /** Of an error: the lines of its head. Null for a success, which holds a token or a balance. */
  response: { head: string; body: string } | null
  /** Of a call that counts in a rehearsal. */
  rehearsal?: RehearsedCall | null
}

/** One call of a rehearsal: its number, and what its cases compare. */
export type RehearsedCall = { id: string; number: number; facts: RehearsalFacts }

const max = { total: 500, perApplication: 10, rehearsals: 10_000, rehearsalsInBatch: 2000 }
const maxMethod = 20
const maxResponse = 4000

/**
 * A sample of each application's calls since the last flush: ten per application, 500 in all. Beyond that
 * errors are kept and successes dropped; among errors, and among successes, the newest are kept. Calls that
 * count in a rehearsal are all kept until they are written, up to 10,000: the number of one that is dropped
 * is then missing. A success takes 1 KB, an error with its response up to 6.
 */
export function createRequestLog(onDrop: (count: number) => void) {
  let recent = new Map<string, MeteredCall[]>()
  let held = 0
  let rehearsed: RequestLogRow[] = []

  function remember(call: MeteredCall): void {
    if (call.rehearsal) {
      keep([toRecentRow(call)])
      return
    }
    const calls = recent.get(call.applicationId)
    const full = held >= max.total || (calls !== undefined && calls.length >= max.perApplication)
    if (full) onDrop(1)
    if (full && !(calls && makeRoom(calls, call))) return
    if (!full) held++
    if (calls) calls.push(call)
    else recent.set(call.applicationId, [call])
  }

  function keep(rows: RequestLogRow[]): void {
    const kept = rows.slice(0, Math.max(0, max.rehearsals - rehearsed.length))
    rehearsed.push(...kept)
    if (kept.length < rows.length) onDrop(rows.length - kept.length)
  }

  function take(): RequestLogRow[] {
    const rows = [
      ...rehearsed.splice(0, max.rehearsalsInBatch),
      ...[...recent.values()].flat().map(toRecentRow),
    ]
    recent = new Map()
    held = 0
    return rows
  }

  /** Keeps the calls of rehearsals of a batch that may not have been written: each is written once however often. */
  function giveBack(rows: RequestLogRow[]): void {
    const lost = rows.filter((row) => row.rehearsal_id === undefined)
    if (lost.length > 0) onDrop(lost.length)
    const later = rehearsed
    rehearsed = []
    keep([...rows.filter((row) => row.rehearsal_id !== undefined), ...later])
  }

  return { remember, take, giveBack, size: () => held + rehearsed.length }
}

/** Removes a call that matters less than `next`. @returns false if there is none */
function makeRoom(calls: MeteredCall[], next: MeteredCall): boolean {
  const oldestSuccess = calls.findIndex(({ status }) => status < 400)
  if (oldestSuccess < 0 && next.status < 400) return false
  return calls.splice(Math.max(oldestSuccess, 0), 1).length > 0
}

function toRecentRow(call: MeteredCall): RequestLogRow {
  return {
    application_id: call.applicationId,
    request_id: call.requestId,
    at: new Date(call.at).toISOString(),
    endpoint: call.endpoint,
    status: call.status,
    error_code: call.errorCode,
    hint: call.hint,
    latency_ms: Math.round(call.latency),
    masked_msisdn: call.msisdn === null ? null : maskMsisdn(call.msisdn),
    address: call.address,
    method: call.method.slice(0, maxMethod),
    response: call.response && writeResponse(call.response),
    ...(call.rehearsal && toRehearsalColumns(call.rehearsal)),
  }
}

function toRehearsalColumns({ id, number, facts }: RehearsedCall) {
  return { rehearsal_id: id, rehearsal_number: number, rehearsal_facts: facts }
}

/** As on the wire, without the status line, and bounded. */
export function writeResponse({ head, body }: NonNullable<MeteredCall['response']>): string {
  return `${head.replaceAll('\r\n', '\n')}\n${body}`.slice(0, maxResponse)
}
