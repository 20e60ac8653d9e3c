import type { Pool } from 'pg'
import { renderMail, type TemplateName } from '@/emails/render-mail'
import type { MailMessage } from '@/generated/prisma/client'
import { database, databasePool } from '@/lib/database'
import { describeFailure, toSentence } from '@/lib/mail/relay'
import { openMail } from '../data'

/**
 * The mails of before today were sent; today's wait for the worker, which delivers them to the mailbox. One failed,
 * and the relay put one off, for less than the hour after which the doctor would call it stuck.
 */
export async function settleOutbox(): Promise<void> {
  const pool = databasePool()
  await pool.query(
    `UPDATE mail_message SET status = 'failed', attempts = 1, next_attempt_at = created_at, last_error = $1
     WHERE to_address LIKE '%@kiosqe.example'`,
    [refusal('550 5.1.2 kiosqe.example: no such domain')],
  )
  await markSent(pool)
  await pool.query(
    `UPDATE mail_message SET attempts = 1, next_attempt_at = now() + interval '30 minutes', last_error = $1
     WHERE id = (SELECT id FROM mail_message WHERE status = 'queued' ORDER BY id DESC LIMIT 1)`,
    [refusal('451 4.7.1 greylisted, try again later')],
  )
  await pool.query(
    `SELECT graphile_worker.remove_job('mail:' || id) FROM mail_message WHERE status <> 'queued' OR attempts > 0`,
  )
  await pool.query(`SELECT graphile_worker.remove_job('prove:' || id) FROM submission`)
}

/** As the worker records what a relay says to a recipient. */
function refusal(response: string): string {
  const responseCode = Number.parseInt(response, 10)
  return toSentence(describeFailure({ command: 'RCPT TO', responseCode, response }, ''))
}

/** As the worker leaves mails: without their content, but with their subject. */
async function markSent(pool: Pool): Promise<void> {
  const createdAt = { lt: new Date(Date.now() - 24 * 60 * 60_000) }
  const mails = await database().mailMessage.findMany({ where: { status: 'queued', createdAt } })
  const subjects = mails.map(subjectOf)
  await pool.query(
    `UPDATE mail_message SET status = 'sent', attempts = 1, sent_at = created_at + interval '2 seconds',
       props_ciphertext = NULL, subject = sent.subject
     FROM unnest($1::uuid[], $2::text[]) AS sent (mail_id, subject)
     WHERE id = sent.mail_id`,
    [mails.map(({ id }) => id), subjects],
  )
}

function subjectOf(mail: MailMessage): string {
  return renderMail(mail.template as TemplateName, openMail(mail), mail.locale).subject
}
