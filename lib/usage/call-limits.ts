import { createHash } from 'node:crypto'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { callLimits } from './schema'

const windowMs = 60_000
const notBlocked = new Date(0)

/**
 * Counts a call in the minute that begins with the first one. All portals share the counts.
 * @param subject the address, or the id of the key
 * @returns 0 when the call may be made, else the seconds to wait, at least 1
 */
export async function countCall(kind: keyof typeof callLimits, subject: string): Promise<number> {
  const keyHash = new Uint8Array(createHash('sha256').update(`call_${kind}\0${subject}`).digest())
  const at = now()
  const ended = new Date(at.getTime() - windowMs)
  const counted = await database().$queryRaw<unknown[]>`
    INSERT INTO throttle AS t (key_hash, failures, blocked_until, updated_at)
    VALUES (${keyHash}, 1, ${notBlocked}, ${at})
    ON CONFLICT (key_hash) DO UPDATE SET
      failures = CASE WHEN t.updated_at <= ${ended} THEN 1 ELSE t.failures + 1 END,
      updated_at = CASE WHEN t.updated_at <= ${ended} THEN ${at} ELSE t.updated_at END
    WHERE t.updated_at <= ${ended} OR t.failures < ${callLimits[kind]}::int
    RETURNING 1`
  if (counted.length > 0) return 0
  const row = await database().throttle.findUnique({ where: { keyHash } })
  return Math.max(1, Math.ceil(((row?.updatedAt ?? at).getTime() - ended.getTime()) / 1000))
}
