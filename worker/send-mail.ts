import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import { renderMail, type TemplateName } from '@/emails/registry'
import { requireSetting } from '@/lib/env'
import { decrypt } from '@/lib/keyring'
import { mailContext } from '@/lib/mail/commands'
import {
  type ClaimedMail,
  claimMail,
  leaseRenewalMs,
  type MailFailure,
  recordFailure,
  recordSent,
  renewLease,
} from '@/lib/mail/delivery'
import { describeFailure, type Mailer, type OutgoingMail } from './mailer'

export type MailOutcome = 'sent' | 'retry' | 'failed' | 'overtaken'

type Sender = { mailer: Mailer; logger: Logger; count(outcome: MailOutcome): void }

const payloadSchema = z.object({ mailId: z.guid() })
const longestPauseMs = 2000

/**
 * The job `send-mail`: claims the mail, renders it in its reader's language, hands it to the relay and records at once
 * that it did. A mail that cannot go now is queued again; the job itself fails only when the database does.
 *
 * A worker that dies between the relay's acknowledgement and the record sends the mail once more, with the same
 * Message-ID: SMTP knows no transaction with a database.
 */
export function createSendMail({ mailer, logger, count }: Sender): (payload: unknown) => Promise<void> {
  return async function sendMail(payload) {
    const mail = await claimMail(payloadSchema.parse(payload).mailId)
    if (!mail) return
    const failure = await tryToSend(mail)
    const outcome = failure ? await recordFailure(mail, failure) : 'sent'
    count(outcome)
    const { id, template, attempts } = mail
    const fields = { mailId: id, template, attempts, ...(failure ? { reason: failure.error } : {}) }
    logger[outcome === 'sent' ? 'info' : 'warn'](fields, `mail: ${outcome}`)
  }

  async function tryToSend(mail: ClaimedMail): Promise<MailFailure | null> {
    const rendered = await render(mail)
    if ('error' in rendered) return rendered
    const renewal = setInterval(() => renewLease(mail).catch(() => {}), leaseRenewalMs)
    try {
      await mailer.send(rendered)
      await recordAcknowledged(mail.id)
      return null
    } catch (error) {
      return describeFailure(error)
    } finally {
      clearInterval(renewal)
    }
  }

  /** Tries until the database takes it: a mail that is sent but not recorded would be sent again. */
  async function recordAcknowledged(id: string): Promise<void> {
    for (let wait = 50; ; wait = Math.min(2 * wait, longestPauseMs)) {
      try {
        return await recordSent(id)
      } catch (error) {
        logger.warn({ mailId: id, err: error }, 'a sent mail could not be recorded yet')
        await pause(wait)
      }
    }
  }
}

/** What it says if it fails holds nothing of the props. */
async function render(mail: ClaimedMail): Promise<OutgoingMail | MailFailure> {
  const { id, toAddress: to, locale, template } = mail
  try {
    const encrypted = { keyId: mail.encryptionKeyId, ciphertext: Buffer.from(mail.propsCiphertext) }
    const props = decrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), encrypted, mailContext(id))
    const content = await renderMail(template as TemplateName, JSON.parse(props.toString('utf8')), locale)
    return { id, to, locale, ...content }
  } catch (error) {
    const kind = error instanceof Error ? error.name : 'unknown'
    const sentence = `The mail could not be opened and rendered (template ${template}, key ${mail.encryptionKeyId}, ${kind}).`
    // Not for good: a key may have been forgotten, or a template may be newer than this worker.
    return { error: sentence, permanent: false }
  }
}
