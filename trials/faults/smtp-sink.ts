import type { Pool } from 'pg'
import { type Relay, startRelay } from '@/test/relay'

/** An SMTP relay that can stop and start again at the same address, and remembers what it acknowledged. */
export type SmtpSink = {
  url: string
  /** how often each Message-ID was acknowledged */
  acknowledged(): Map<string, number>
  close(): Promise<void>
  open(): Promise<void>
}

export async function openSmtpSink(port: number): Promise<SmtpSink> {
  const relays: Relay[] = [await startRelay({ port })]
  const latest = () => relays.at(-1) as Relay
  return {
    url: latest().url,
    acknowledged() {
      const counts = new Map<string, number>()
      for (const { email } of relays.flatMap(({ received }) => received)) {
        const id = email.messageId ?? ''
        counts.set(id, (counts.get(id) ?? 0) + 1)
      }
      return counts
    },
    close: () => latest().close(),
    async open() {
      relays.push(await startRelay({ port }))
    },
  }
}

export type MailFigures = { mails: number; lost: number; doubled: number }

/** The e-mails written from `since` until now. */
export async function listMails(owner: Pool, since: Date): Promise<string[]> {
  const { rows } = await owner.query('SELECT id FROM mail_message WHERE created_at >= $1', [since])
  return rows.map(({ id }) => id)
}

/** Compares e-mails of the outbox with what the relay acknowledged. One still in the queue counts as lost. */
export function compareMails(ids: readonly string[], acknowledged: Map<string, number>): MailFigures {
  const counts = countById(acknowledged)
  return {
    mails: ids.length,
    lost: ids.filter((id) => !counts.has(id)).length,
    doubled: ids.reduce((sum, id) => sum + Math.max(0, (counts.get(id) ?? 0) - 1), 0),
  }
}

/** A Message-ID is `<id of the e-mail@host>`. */
function countById(acknowledged: Map<string, number>): Map<string, number> {
  return new Map([...acknowledged].map(([messageId, count]) => [messageId.replace(/^<|@.*$/g, ''), count]))
}

/** How many e-mails are waiting to be sent, of all or of these. */
export async function countQueued(owner: Pool, ids: readonly string[] | null = null): Promise<number> {
  const { rows } = await owner.query(
    `SELECT count(*)::int AS queued FROM mail_message
     WHERE status = 'queued' AND ($1::uuid[] IS NULL OR id = ANY ($1))`,
    [ids],
  )
  return rows[0].queued
}
