import { now } from '@/lib/clock'
import { database, databasePool } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { newId } from '@/lib/ids'
import { hmac } from '@/lib/keyring'
import { endRehearsal, startRehearsal } from '@/lib/rehearsals/commands'
import { finishRehearsals } from '@/lib/rehearsals/finish'
import { succeed } from '@/lib/result'
import { writeMeterBatch } from '@/lib/usage/commands'
import type { RequestLogRow } from '@/lib/usage/schema'
import { executeAs } from '../execute-as'
import { makeCall } from './calls'
import { subjectOf, type World } from './world'

/** A call, so many seconds after the start: to the account endpoint with a number, else to the token endpoint. */
type RehearsedCall = [at: number, status: number, msisdn?: keyof typeof accounts, token?: 'first' | 'second']

const accounts = {
  '221770000001': 'active',
  '221770000006': 'suspended',
  '999000000000': '',
  '0770000001': '',
}

function balances(from: number, count: number, token?: 'second'): RehearsedCall[] {
  return Array.from({ length: count }, (_, index) => [from + index, 200, '221770000001', token])
}

const programs: Record<'careful' | 'hasty', RehearsedCall[]> = {
  /** Does everything right. */
  careful: [
    [1, 200],
    ...balances(2, 10),
    [13, 200, '221770000006'],
    [15, 404, '999000000000'],
    [90, 503, '221770000001'],
    ...balances(93, 1),
    [120, 429, '221770000001'],
    ...balances(125, 1),
    [320, 401, '221770000001'],
    [320.4, 200],
    ...balances(321, 6, 'second'),
  ],
  /** Repeats what fails. */
  hasty: [
    [5, 200],
    ...balances(6, 12),
    [40, 429, '221770000001'],
    [40.2, 429, '221770000001'],
    ...balances(60, 1),
    [62, 404, '999000000000'],
    [75, 400, '0770000001'],
    ...balances(78, 1),
  ],
}

const callMs = 6

/** Starts a rehearsal, in which a program makes its calls. @param minutes after which it ends; without, it continues */
export async function rehearse(world: World, key: string, program: keyof typeof programs, minutes?: number) {
  const { id: applicationId, owner } = subjectOf(world, key)
  const { id } = await succeed(executeAs(owner, startRehearsal, { target: applicationId }))
  const began = now()
  const recent = programs[program].map((call, index) => rowOf(call, index + 1, { id, applicationId, began }))
  const nothing = { usage: [], credentialUses: new Map(), networks: [], uncounted: [] }
  await writeMeterBatch(databasePool(), 'sandbox', { flushId: newId(), recent: [...recent], ...nothing })
  if (minutes !== undefined) await succeed(executeAs(owner, endRehearsal, { target: applicationId }))
  // The database dates it by its own clock.
  const after = (ms: number) => new Date(began.getTime() + ms)
  const endedAt = minutes === undefined ? null : after(minutes * 60_000)
  const counted = { calls: recent.length, countedAt: recent.at(-1)?.at ?? null }
  const data = { startedAt: began, endsAt: after(24 * 3_600_000), endedAt, ...counted }
  await database().rehearsal.update({ where: { id }, data })
  if (endedAt) await freeze(id, endedAt)
}

/** As the worker does, some seconds after its end; the database, which dates it, changes no frozen report. */
async function freeze(id: string, endedAt: Date): Promise<void> {
  await finishRehearsals()
  const pool = databasePool()
  await pool.query('ALTER TABLE rehearsal DISABLE TRIGGER rehearsal_finished')
  const finishedAt = new Date(endedAt.getTime() + 4000)
  await pool.query('UPDATE rehearsal SET finished_at = $2 WHERE id = $1', [id, finishedAt])
  await pool.query('ALTER TABLE rehearsal ENABLE TRIGGER rehearsal_finished')
}

type Rehearsal = { id: string; applicationId: string; began: Date }

/** As a gateway records it (`describeInRehearsal`). */
function rowOf(
  [at, status, msisdn, token = 'first']: RehearsedCall,
  number: number,
  { id, applicationId, began }: Rehearsal,
): RequestLogRow {
  const respondedAt = began.getTime() + at * 1000
  const [{ id: keyId, key }] = requireSetting('SECRET_HASH_KEYS')
  const hash = hmac(key, `rehearsal ${id} ${msisdn}`, 'base64url').slice(0, 22)
  const call = makeCall({
    application_id: applicationId,
    at: respondedAt,
    address: '198.51.100.9',
    latency_ms: callMs,
    status,
    msisdn: msisdn ?? null,
    retryAfter: status === 503 ? 2 : 4,
  })
  return {
    ...call,
    rehearsal_id: id,
    rehearsal_number: number,
    rehearsal_facts: {
      arrivedAt: respondedAt - callMs,
      respondedAt,
      token: msisdn ? token : null,
      account: msisdn && status === 200 ? accounts[msisdn] : null,
      msisdn: msisdn ? `${keyId}.${hash}` : null,
    },
  }
}
