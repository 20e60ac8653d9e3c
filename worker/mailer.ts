import { createTransport, type SendMailOptions } from 'nodemailer'
import type { MailFailure } from '@/lib/mail/delivery'
import { relayTimeoutMs } from '@/lib/timeout'

/** A rendered mail on its way to one reader. */
export type OutgoingMail = {
  id: string
  to: string
  locale: string
  subject: string
  text: string
  html: string
}

export type Mailer = {
  /** Settles when the relay acknowledged the mail. Rejects with what {@link describeFailure} reads. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** As many as jobs run at once: a mail whose lease runs never waits for a connection. */
const mailConnections = 4

/**
 * A few connections to the relay, kept open between mails.
 * @param smtpUrl as nodemailer reads it, with user and password where the relay wants them
 * @param from the From field
 * @param domain the right side of Message-ID
 */
export function createMailer(smtpUrl: string, from: string, domain: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: mailConnections,
    // Trying again is the outbox's business: it counts, waits and remembers.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 5_000,
    socketTimeout: relayTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // A send reports its own failure; an `error` of the pool without a listener would end the process.
  transport.on('error', () => {})
  return {
    async send(mail) {
      await transport.sendMail(compose(mail, from, domain))
    },
    close: () => transport.close(),
  }
}

/**
 * What went wrong, in words that hold nothing of the mail, and whether trying again is in vain: only when the relay
 * said so (5xx, RFC 5321 §4.2.1) of this recipient or this content. A refusal of ourselves (530, 535, MAIL FROM) is an
 * operator's to mend, and the mail waits for it.
 */
export function describeFailure(error: unknown): MailFailure {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  const aboutTheMail = command === 'RCPT TO' || command === 'DATA'
  const permanent = aboutTheMail && responseCode !== undefined && responseCode >= 500 && responseCode !== 530
  if (responseCode) return { error: `The relay answered ${responseCode} to ${command}.`, permanent }
  return {
    error: `The relay could not be used (${code ?? 'unknown'}${command ? `, ${command}` : ''}).`,
    permanent,
  }
}

function compose(
  { id, to, locale, ...content }: OutgoingMail,
  from: string,
  domain: string,
): SendMailOptions {
  return {
    ...content,
    from,
    // An object, so that no address is read as a list of several.
    to: { name: '', address: to },
    // The same at every attempt: a mail that a relay got twice is shown once by most readers.
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': locale === 'fr' ? 'fr' : 'en' },
  }
}
