import { createTransport, type SendMailOptions } from 'nodemailer'
import { logoId } from '@/emails/brand'
import { toLocale } from '@/lib/languages'
import { parseSender, relayOptions } from '@/lib/mail/relay'
import { relayTimeoutMs } from '@/lib/timeout'

/** A rendered mail for one recipient. */
export type OutgoingMail = {
  id: string
  to: string
  locale: string
  subject: string
  text: string
  html: string
  /** A PNG that `html` shows as {@link logoId}. */
  logo?: Buffer
  /** Instead of the name in MAIL_FROM. */
  senderName?: string
}

export type Mailer = {
  /** Resolves when the relay has acknowledged the mail. Rejects with an error for `describeFailure`. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** A relay that sends a byte now and then never times out: it would occupy a connection, and its mail, forever. */
const sendTimeoutMs = 3 * relayTimeoutMs

/** As many as jobs run in parallel, so that a mail whose lease is running never waits for a connection. */
const mailConnections = 4

/**
 * Keeps a few connections to the relay open between mails.
 * @param smtpUrl in nodemailer's format, with user and password if the relay requires them
 * @param from the From field
 * @param domain the right side of Message-ID
 * @param timeoutMs milliseconds after which the connection of a mail that the relay has not acknowledged is closed
 */
export function createMailer(
  smtpUrl: string,
  from: string,
  domain: string,
  timeoutMs = sendTimeoutMs,
): Mailer {
  const transport = createTransport({
    ...relayOptions(smtpUrl),
    pool: true,
    maxConnections: mailConnections,
    // The outbox repeats attempts: it counts, waits and records.
    maxRequeues: 0,
  })
  // A send reports its own failure; without a listener an `error` of the pool would end the process.
  transport.on('error', () => {})
  return {
    async send(mail) {
      await transport.sendMail({ ...compose(mail, from, domain), signal: AbortSignal.timeout(timeoutMs) })
    },
    close: () => transport.close(),
  }
}

function compose(
  { id, to, locale, senderName, logo, ...content }: OutgoingMail,
  from: string,
  domain: string,
): SendMailOptions {
  return {
    ...content,
    attachments: logo && [{ cid: logoId, filename: 'logo.png', content: logo, contentDisposition: 'inline' }],
    from: { ...parseSender(from), ...(senderName === undefined ? {} : { name: senderName }) },
    // An object, so that an address is not parsed as a list of several.
    to: { name: '', address: to },
    // The same at every attempt: most mail programs show a mail that they received twice only once.
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': toLocale(locale) },
  }
}
