import { Prisma } from '@/generated/prisma/client'
import { database } from '@/lib/database'
import { mailJobKey } from './queries'
import { type MailFailure, toSentence } from './relay'

/** A queued mail that only this worker may send while its lease is valid. `propsCiphertext` is never null. */
export type ClaimedMail = {
  id: string
  toAddress: string
  template: string
  locale: string
  propsCiphertext: Uint8Array
  encryptionKeyId: string
  attempts: number
}

/** A worker's attempt to send a mail. After a later attempt, the mail belongs to another worker. */
export type Attempt = Pick<ClaimedMail, 'id' | 'attempts'>

/** If a worker dies, others take over its mail after this time; a running worker renews the lease in time. */
const leaseSeconds = 60
export const leaseRenewalMs = 20_000
const maxDelaySeconds = 30
const giveUpHours = 24
/** Some 50 minutes of attempts, for old mails too: after a day without a worker, or when sent again by hand. */
const minAttempts = 100
const maxErrorLength = 400
/** A mail that was not claimed this long after it was due has lost its job. */
const lostAfterSeconds = 30
const resumedAtOnce = 1000

/**
 * Claims a mail that is due, and counts the attempt. Uses the database's clock, as workers may run on several machines.
 * @returns null when it is sent, failed, not due yet or claimed by another worker
 */
export async function claimMail(id: string): Promise<ClaimedMail | null> {
  const found = await database().$queryRaw<ClaimedMail[]>`
    UPDATE mail_message
    SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    WHERE id = ${id}::uuid AND status = 'queued' AND next_attempt_at <= now() AND props_ciphertext IS NOT NULL
    RETURNING id, to_address AS "toAddress", template, locale, props_ciphertext AS "propsCiphertext",
              encryption_key_id AS "encryptionKeyId", attempts`
  return found[0] ?? null
}

/** Extends the lease while the relay takes long, unless another worker has claimed the mail. */
export async function renewLease({ id, attempts }: Attempt): Promise<void> {
  await database().$executeRaw`
    UPDATE mail_message SET next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    WHERE id = ${id}::uuid AND status = 'queued' AND attempts = ${attempts}`
}

/** True for a mail to someone who has deleted their account or was erased: once handled, it loses its address. */
const isErased = Prisma.sql`EXISTS (
  SELECT FROM developer d WHERE d.id = developer_id AND d.deleted_at IS NOT NULL)`

/** Records the relay's acknowledgement: the row is kept with its subject, and the mail's content is deleted. */
export async function recordSent(id: string, subject: string): Promise<void> {
  await database().$executeRaw`
    UPDATE mail_message SET status = 'sent', sent_at = now(), props_ciphertext = NULL, last_error = NULL, subject = ${subject},
      to_address = CASE WHEN ${isErased} THEN '' ELSE to_address END
    WHERE id = ${id}::uuid`
}

/**
 * Queues a mail again after 1, 2, 4 … at most 30 seconds. It fails permanently if the failure is permanent, or a day
 * after it was written and after 100 attempts. A failed mail keeps its props, so that it can be sent again.
 * @returns `overtaken`, without changes, when the lease has expired and another worker has claimed the mail
 */
export async function recordFailure(
  { id, attempts }: Attempt,
  failure: MailFailure,
): Promise<'retry' | 'failed' | 'overtaken'> {
  const { error, permanent, subject } = failure
  return database().$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<{ status: string }[]>`
      UPDATE mail_message SET
        last_error = ${toSentence(failure)
          .replace(/\p{Cc}+/gu, ' ')
          .slice(0, maxErrorLength)},
        status = CASE WHEN ${permanent} OR (attempts >= ${minAttempts}
                                           AND created_at < now() - make_interval(hours => ${giveUpHours}))
                      THEN 'failed' ELSE status END,
        next_attempt_at = now() + make_interval(secs => least(${maxDelaySeconds}, 2 ^ least(attempts - 1, 10)))
      WHERE id = ${id}::uuid AND status = 'queued' AND attempts = ${attempts}
      RETURNING status`
    if (!rows[0]) return 'overtaken'
    if (subject !== undefined)
      await transaction.$executeRaw`UPDATE mail_message SET subject = ${subject} WHERE id = ${id}::uuid`
    if (rows[0].status !== 'queued') {
      await transaction.$executeRaw`
        UPDATE mail_message SET to_address = '', props_ciphertext = NULL, last_error = ${error} WHERE id = ${id}::uuid AND ${isErased}`
      return 'failed'
    }
    await transaction.$executeRaw`
      SELECT enqueue_job('send-mail', jsonb_build_object('mailId', id), next_attempt_at, ${mailJobKey(id)})
      FROM mail_message WHERE id = ${id}::uuid`
    return 'retry'
  })
}

/**
 * Queues the mails again whose job was lost when a worker was killed, or failed. A job that waits for its
 * turn keeps its place in the queue: moved to its end every minute, the oldest mails would be the last ones
 * sent.
 * @returns how many
 */
export async function resumeMails(): Promise<number> {
  return database().$executeRaw`
    SELECT enqueue_job('send-mail', jsonb_build_object('mailId', id), NULL, ${mailJobKey('')} || id)
    FROM (SELECT id FROM mail_message mail
          WHERE status = 'queued' AND next_attempt_at < now() - make_interval(secs => ${lostAfterSeconds})
            AND NOT EXISTS (
              SELECT FROM graphile_worker.jobs job WHERE job.key = ${mailJobKey('')} || mail.id
                AND job.locked_at IS NULL AND job.run_at <= now() AND job.attempts < job.max_attempts)
          ORDER BY next_attempt_at LIMIT ${resumedAtOnce}) lost`
}
