import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Brand } from '@/emails/brand'
import { renderMail, type TemplateName } from '@/emails/render-mail'
import { brandColours } from '@/lib/branding/accent'
import { initialOf, usesDefaultLogo } from '@/lib/branding/default-logo'
import { findMailLogo, type MailLogo } from '@/lib/branding/logo'
import { findBranding } from '@/lib/branding/queries'
import type { Branding } from '@/lib/branding/schema'
import { requireSetting } from '@/lib/env'
import { decrypt } from '@/lib/keyring'
import {
  type ClaimedMail,
  claimMail,
  leaseRenewalMs,
  recordFailure,
  recordSent,
  renewLease,
} from '@/lib/mail/delivery'
import { mailContext } from '@/lib/mail/queries'
import { describeFailure, type MailFailure } from '@/lib/mail/relay'
import type { Mailer, OutgoingMail } from './mailer'

export type MailOutcome = 'sent' | 'retry' | 'failed' | 'overtaken'

type Sender = { mailer: Mailer; logger: Logger; count(outcome: MailOutcome): void }

const payloadSchema = z.object({ mailId: z.guid() })
const maxPauseMs = 2000

/**
 * The job `send-mail`: claims the mail, renders it in its recipient's language, hands it to the relay and immediately
 * records the acknowledgement. A mail that cannot be sent now is queued again; the job fails only with the database.
 *
 * A worker that dies between the relay's acknowledgement and the record sends the mail again, with the same Message-ID:
 * SMTP has no transaction with a database.
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
    const branding = await findBranding()
    const rendered = render(mail, branding, await findMailLogo(branding))
    if ('error' in rendered) return rendered
    const renewal = setInterval(() => renewLease(mail).catch(() => {}), leaseRenewalMs)
    try {
      await mailer.send(rendered)
      await recordAcknowledged(mail.id, rendered.subject)
      return null
    } catch (error) {
      return { ...describeFailure(error, mail.toAddress), subject: rendered.subject }
    } finally {
      clearInterval(renewal)
    }
  }

  /** Repeats until the database accepts it: a mail that was sent but not recorded would be sent again. */
  async function recordAcknowledged(id: string, subject: string): Promise<void> {
    for (let wait = 50; ; wait = Math.min(2 * wait, maxPauseMs)) {
      try {
        return await recordSent(id, subject)
      } catch (error) {
        logger.warn({ mailId: id, err: error }, 'a sent mail could not be recorded yet')
        await pause(wait)
      }
    }
  }
}

/** A failure contains no part of the props. */
function render(mail: ClaimedMail, branding: Branding, logo: MailLogo | null): OutgoingMail | MailFailure {
  const { id, toAddress: to, locale, template } = mail
  try {
    const encrypted = { keyId: mail.encryptionKeyId, ciphertext: Buffer.from(mail.propsCiphertext) }
    const props = decrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), encrypted, mailContext(id))
    const typed = JSON.parse(props.toString('utf8'))
    const content = renderMail(template as TemplateName, typed, locale, brandOf(branding, logo))
    const senderName = branding.saved ? branding.productName : undefined
    return { id, to, locale, senderName, logo: logo?.png, ...content }
  } catch (error) {
    const kind = error instanceof Error ? error.name : 'unknown'
    const sentence = `The mail could not be opened and rendered (template ${template}, key ${mail.encryptionKeyId}, ${kind}).`
    // Not permanent: a key may be missing by mistake, or a template may be newer than this worker.
    return { error: sentence, permanent: false }
  }
}

/** The operator's identity as e-mails show it. */
function brandOf(branding: Branding, logo: MailLogo | null): Brand {
  const { productName, supportEmail, accentColour } = branding
  const initial = usesDefaultLogo(branding) ? null : initialOf(productName)
  const size = logo && { width: logo.width, height: logo.height }
  return { productName, supportEmail, logo: size, initial, colours: brandColours(accentColour) }
}
