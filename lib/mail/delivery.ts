import { database } from '@/lib/database'
import { mailJobKey } from './commands'

/** A queued mail that this worker alone may send for the time of its lease. `propsCiphertext` is never null. */
export type ClaimedMail = {
  id: string
  toAddress: string
  template: string
  locale: string
  propsCiphertext: Uint8Array
  encryptionKeyId: string
  attempts: number
}

/** The attempt that a worker made of a mail: once there is a later one, the mail is another's. */
export type Attempt = Pick<ClaimedMail, 'id' | 'attempts'>

/** Why a mail did not go out. `error` is a sentence for administrators: never a part of the mail. */
export type MailFailure = { error: string; permanent: boolean }

/** A worker that dies leaves its mail to others after this; one that lives renews it in time. */
const leaseSeconds = 60
export const leaseRenewalMs = 20_000
const longestDelaySeconds = 30
const giveUpHours = 24
/** Some 50 minutes of them: what a mail gets however old it is, as after a day without a worker, or sent again by hand. */
const leastAttempts = 100
const longestError = 300
/** A mail that nobody took this long after it was due has lost its job. */
const lostAfterSeconds = 30
const resumedAtOnce = 1000

/**
 * Takes a mail that is due, and counts the attempt. The database's clock decides, as workers may run on several
 * machines.
 * @returns null when it is sent, failed, not due yet or being sent by another
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

/** Keeps others away from a mail whose conversation with the relay takes long, unless another has it already. */
export async function renewLease({ id, attempts }: Attempt): Promise<void> {
  await database().$executeRaw`
    UPDATE mail_message SET next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    WHERE id = ${id}::uuid AND status = 'queued' AND attempts = ${attempts}`
}

/** The relay acknowledged: the row stays as a record, what the mail said goes. */
export async function recordSent(id: string): Promise<void> {
  await database().$executeRaw`
    UPDATE mail_message SET status = 'sent', sent_at = now(), props_ciphertext = NULL, last_error = NULL
    WHERE id = ${id}::uuid`
}

/**
 * Queues a mail again after 1, 2, 4 … at most 30 seconds; it has failed for good when that is said, or a day after it
 * was written and after 100 attempts. A failed one keeps its props, so that it can be sent again.
 * @returns `overtaken`, with nothing changed, when the mail is another worker's by now: its lease had run out
 */
export async function recordFailure(
  { id, attempts }: Attempt,
  { error, permanent }: MailFailure,
): Promise<'retry' | 'failed' | 'overtaken'> {
  return database().$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<{ status: string }[]>`
      UPDATE mail_message SET
        last_error = ${error.replace(/\p{Cc}+/gu, ' ').slice(0, longestError)},
        status = CASE WHEN ${permanent} OR (attempts >= ${leastAttempts}
                                           AND created_at < now() - make_interval(hours => ${giveUpHours}))
                      THEN 'failed' ELSE status END,
        next_attempt_at = now() + make_interval(secs => least(${longestDelaySeconds}, 2 ^ least(attempts - 1, 10)))
      WHERE id = ${id}::uuid AND status = 'queued' AND attempts = ${attempts}
      RETURNING status`
    if (!rows[0]) return 'overtaken'
    if (rows[0].status !== 'queued') return 'failed'
    await transaction.$executeRaw`
      SELECT enqueue_job('send-mail', jsonb_build_object('mailId', id), next_attempt_at, ${mailJobKey(id)})
      FROM mail_message WHERE id = ${id}::uuid`
    return 'retry'
  })
}

/** Queues again the mails whose job was lost with a worker that was killed. @returns how many */
export async function resumeMails(): Promise<number> {
  return database().$executeRaw`
    SELECT enqueue_job('send-mail', jsonb_build_object('mailId', id), NULL, ${mailJobKey('')} || id)
    FROM (SELECT id FROM mail_message
          WHERE status = 'queued' AND next_attempt_at < now() - make_interval(secs => ${lostAfterSeconds})
          ORDER BY next_attempt_at LIMIT ${resumedAtOnce}) lost`
}
