import { database } from '@/lib/database'

/** The number of queued mails, and the age of the oldest in seconds. */
export async function findBacklog(): Promise<{ queued: number; oldestSeconds: number }> {
  const found = await database().$queryRaw<{ queued: number; oldestSeconds: number }[]>`
    SELECT count(*)::int AS queued,
           coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds"
    FROM mail_message WHERE status = 'queued'`
  return found[0] ?? { queued: 0, oldestSeconds: 0 }
}

/** The key of a mail's job, so that the queue has at most one. */
export function mailJobKey(id: string): string {
  return `mail:${id}`
}

/** Binds a mail's ciphertext to its row. */
export function mailContext(id: string): string {
  return `mail_message:props:${id}`
}
