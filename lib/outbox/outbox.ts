import type { MailMessage, MailStatus } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { command, type Target } from '@/lib/commands/command'
import { database, escapeLike, type Transaction } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import { mailJobKey } from '@/lib/mail/queries'
import { done, refused } from '@/lib/result'

/** The fields of a mail that administrators see: never its content, which may contain a link. */
export type OutboxEntry = Pick<
  MailMessage,
  | 'id'
  | 'toAddress'
  | 'template'
  | 'subject'
  | 'locale'
  | 'status'
  | 'attempts'
  | 'lastError'
  | 'nextAttemptAt'
  | 'createdAt'
  | 'sentAt'
>

export type OutboxCounts = Record<MailStatus, number> & { oldestQueued: Date | null }

/** A mail that has waited this long has lost its job, or the worker is not running. */
const stuckMinutes = 10

/** The number of mails in each status, and when the oldest queued one was written; null if there is none. */
export async function countOutbox(): Promise<OutboxCounts> {
  const [groups, oldest] = await Promise.all([
    database().mailMessage.groupBy({ by: ['status'], _count: true }),
    database().mailMessage.findFirst({
      where: { status: 'queued' },
      orderBy: { createdAt: 'asc' },
      select: { createdAt: true },
    }),
  ])
  const count = (status: MailStatus) => groups.find((each) => each.status === status)?._count ?? 0
  return {
    queued: count('queued'),
    sent: count('sent'),
    failed: count('failed'),
    oldestQueued: oldest?.createdAt ?? null,
  }
}

/** The number of mails that were not sent yet, or could not be. */
export function countUnsent(): Promise<number> {
  return database().mailMessage.count({ where: { status: { in: ['queued', 'failed'] } } })
}

/**
 * One page of mails, newest first.
 * @param filter.to the full address
 * @param filter.subject a part of the subject; mails that no worker has rendered yet have none
 * @param olderThan the last id of the previous page: ids sort by creation
 */
export async function listOutbox(
  { status, to, subject }: { status?: MailStatus; to?: string; subject?: string },
  olderThan: string | undefined,
  limit: number,
): Promise<{ rows: OutboxEntry[]; older: boolean }> {
  const found = await database().mailMessage.findMany({
    where: {
      status,
      toAddress: to?.toLowerCase(),
      subject: subject ? { contains: escapeLike(subject), mode: 'insensitive' } : undefined,
      ...(isUuid(olderThan) ? { id: { lt: olderThan } } : {}),
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
    omit: { propsCiphertext: true, encryptionKeyId: true },
  })
  return { rows: found.slice(0, limit), older: found.length > limit }
}

/**
 * True for a mail that may be sent again: it failed, or it has waited too long and no worker is sending it, and its
 * recipient was not erased. For display, by this machine's clock; {@link sendAgain} uses the database's.
 */
export function canSendAgain(
  mail: Pick<OutboxEntry, 'toAddress' | 'status' | 'createdAt' | 'nextAttemptAt'>,
  at = now(),
): boolean {
  if (mail.toAddress === '') return false
  if (mail.status !== 'queued') return mail.status === 'failed'
  return mail.nextAttemptAt <= at && mail.createdAt < new Date(at.getTime() - stuckMinutes * 60_000)
}

const message: Target<'message', MailMessage, never> = {
  name: 'message',
  find: (transaction, _right, id) => transaction.mailMessage.findUnique({ where: { id } }),
  // The worker that sends it does not wait.
  lock: async () => {},
  subject: ({ id }) => ({ type: 'mail', id }),
}

/**
 * Gives a mail that failed, or that no worker is sending, another round of attempts.
 * @returns refused `not_stuck` (sent, or still being tried), `content_gone` (deleted after it was sent)
 */
export const sendAgain = command({
  on: message,
  right: 'administrator',
  notifies: 'person',
  audit: 'mail.sent_again',
  async run({ transaction, message, record }) {
    const { id, template, status, propsCiphertext } = message
    if (status !== 'sent' && !propsCiphertext) return refused('content_gone')
    if (!(await queueAgain(transaction, message))) return refused('not_stuck')
    const payload = JSON.stringify({ mailId: id })
    await transaction.$executeRaw`SELECT enqueue_job('send-mail', ${payload}::jsonb, NULL, ${mailJobKey(id)})`
    record({ type: 'mail', id }, { template })
    return done(undefined)
  },
})

/**
 * Uses the database's clock, as the worker's lease does: a mail whose next attempt is not due may be leased, which
 * means that it is being sent. If two administrators do it at the same time, one succeeds.
 */
async function queueAgain(
  transaction: Transaction,
  { id, status, attempts }: Pick<MailMessage, 'id' | 'status' | 'attempts'>,
): Promise<boolean> {
  const count = await transaction.$executeRaw`
    UPDATE mail_message SET status = 'queued', attempts = 0, last_error = NULL, next_attempt_at = now()
    WHERE id = ${id}::uuid AND status = ${status}::mail_status AND attempts = ${attempts}
      AND (status = 'failed' OR (status = 'queued' AND next_attempt_at <= now()
        AND created_at < now() - make_interval(mins => ${stuckMinutes})))`
  return count === 1
}
