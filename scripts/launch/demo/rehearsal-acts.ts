import { now } from '@/lib/clock'
import { database, databasePool } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { newId } from '@/lib/ids'
import { hmac } from '@/lib/keyring'
import { endRehearsal, startRehearsal } from '@/lib/rehearsals/commands'
import { finishRehearsals } from '@/lib/rehearsals/finish'
import { writeMeterBatch } from '@/lib/usage/commands'
import type { RecentCallRow } from '@/lib/usage/schema'
import { maskMsisdn } from '@/lib/wallet/msisdn'
import type { Act } from './people-acts'
import { actorOf, subjectOf, succeed } from './world'

/** A call of a rehearsal, so many seconds after its start. */
type RehearsedCall = {
  at: number
  status: number
  /** Of a call to the account endpoint. */
  msisdn?: string
  account?: 'active' | 'suspended'
  code?: string
  retryAfter?: number
  /** Which of the program's tokens it presented. */
  token?: string
}

const [active, suspended, unknown] = ['221770000001', '221770000006', '999000000000']
const balance = (at: number, token: string): RehearsedCall => ({
  at,
  status: 200,
  token,
  msisdn: active,
  account: 'active',
})

/** A program that does everything right. */
export const careful: RehearsedCall[] = [
  { at: 1, status: 200 },
  ...Array.from({ length: 10 }, (_, count) => balance(2 + count, 'first')),
  { at: 13, status: 200, token: 'first', msisdn: suspended, account: 'suspended' },
  { at: 15, status: 404, token: 'first', msisdn: unknown, code: 'account_not_found' },
  { at: 90, status: 503, token: 'first', msisdn: active, code: 'unavailable', retryAfter: 2 },
  balance(93, 'first'),
  { at: 120, status: 429, token: 'first', msisdn: active, code: 'quota_exceeded', retryAfter: 4 },
  balance(125, 'first'),
  { at: 320, status: 401, token: 'first', msisdn: active, code: 'invalid_token' },
  { at: 320.4, status: 200 },
  ...Array.from({ length: 6 }, (_, count) => balance(321 + count, 'second')),
]

/** A program that repeats what fails. */
export const hasty: RehearsedCall[] = [
  { at: 5, status: 200 },
  ...Array.from({ length: 12 }, (_, count) => balance(6 + count, 'first')),
  { at: 40, status: 429, token: 'first', msisdn: active, code: 'quota_exceeded', retryAfter: 4 },
  { at: 40.2, status: 429, token: 'first', msisdn: active, code: 'quota_exceeded', retryAfter: 4 },
  balance(60, 'first'),
  { at: 62, status: 404, token: 'first', msisdn: unknown, code: 'account_not_found' },
  { at: 75, status: 400, token: 'first', msisdn: '0770000001', code: 'invalid_msisdn' },
  balance(78, 'first'),
]

const callMs = 6

/**
 * Starts a rehearsal, in which the program makes its calls. @param minutes after which it ends; it continues
 * without
 */
export function rehearse(key: string, calls: RehearsedCall[], minutes?: number): Act {
  return async (world) => {
    const { id: applicationId, owner } = subjectOf(world, key)
    const { id } = await succeed(startRehearsal(applicationId, actorOf(world, owner)))
    const began = now()
    const recent = calls.map((call, index) => rowOf(call, index + 1, { id, applicationId, began }))
    const nothing = { usage: [], credentialUses: new Map(), networks: [], uncounted: [] }
    await writeMeterBatch(databasePool(), 'sandbox', { flushId: newId(), recent, ...nothing })
    if (minutes !== undefined) await succeed(endRehearsal(applicationId, actorOf(world, owner)))
    // The database dates it by its own clock.
    const after = (ms: number) => new Date(began.getTime() + ms)
    await database().rehearsal.update({
      where: { id },
      data: {
        startedAt: began,
        endsAt: after(24 * 3_600_000),
        calls: calls.length,
        countedAt: recent.at(-1)?.at ?? null,
        endedAt: minutes === undefined ? null : after(minutes * 60_000),
      },
    })
    if (minutes !== undefined) await freeze(id, after(minutes * 60_000))
  }
}

/** As the worker does, some seconds after its end; the database, which dates it, changes no frozen report. */
async function freeze(id: string, endedAt: Date): Promise<void> {
  await finishRehearsals()
  const pool = databasePool()
  await pool.query('ALTER TABLE rehearsal DISABLE TRIGGER rehearsal_finished')
  await pool.query('UPDATE rehearsal SET finished_at = $2 WHERE id = $1', [
    id,
    new Date(endedAt.getTime() + 4000),
  ])
  await pool.query('ALTER TABLE rehearsal ENABLE TRIGGER rehearsal_finished')
}

type Rehearsal = { id: string; applicationId: string; began: Date }

/** As a gateway records it (`describeInRehearsal`). */
function rowOf(
  { at, status, msisdn, account, code, retryAfter, token }: RehearsedCall,
  number: number,
  { id, applicationId, began }: Rehearsal,
): RecentCallRow {
  const respondedAt = began.getTime() + at * 1000
  const [{ id: keyId, key }] = requireSetting('SECRET_HASH_KEYS')
  const hash = hmac(key, `rehearsal ${id} ${msisdn}`, 'base64url').slice(0, 22)
  return {
    application_id: applicationId,
    request_id: newId(),
    at: new Date(respondedAt).toISOString(),
    endpoint: msisdn ? 'account' : 'token',
    method: msisdn ? 'GET' : 'POST',
    status,
    error_code: code ?? null,
    hint: null,
    latency_ms: callMs,
    address: '198.51.100.9',
    masked_msisdn: msisdn ? maskMsisdn(msisdn) : null,
    response: code ? describeError(status, code, retryAfter) : null,
    rehearsal_id: id,
    rehearsal_number: number,
    rehearsal_facts: {
      arrivedAt: respondedAt - callMs,
      respondedAt,
      token: token ?? null,
      account: account ?? null,
      msisdn: msisdn ? `${keyId}.${hash}` : null,
    },
  }
}

function describeError(status: number, code: string, retryAfter?: number): string {
  const lines = [
    'Content-Type: application/problem+json',
    ...(retryAfter ? [`Retry-After: ${retryAfter}`] : []),
  ]
  return `${lines.join('\n')}\n\n${JSON.stringify({ status, code })}`
}
