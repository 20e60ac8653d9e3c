import { database } from '@/lib/database'

/** The number of queued mails, and the age of the oldest in seconds. */
export async function findBacklog(): Promise<{ queued: number; oldestSeconds: number }> {
  const found = await database().$queryRaw<{ queued: number; oldestSeconds: number }[]>`
    SELECT count(*)::int AS queued,
           coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds"
    FROM mail_message WHERE status = 'queued'`
  return found[0] ?? { queued: 0, oldestSeconds: 0 }
}
