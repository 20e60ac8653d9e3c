import { createTransport, type SendMailOptions } from 'nodemailer'
import { logoId } from '@/emails/brand'
import type { MailFailure } from '@/lib/mail/delivery'
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
  /** Resolves when the relay has acknowledged the mail. Rejects with an error for {@link describeFailure}. */
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
    url: smtpUrl,
    pool: true,
    maxConnections: mailConnections,
    // The outbox repeats attempts: it counts, waits and records.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 5_000,
    socketTimeout: relayTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
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

/**
 * Describes a failure without any part of the mail. It is permanent only if the relay refused (5xx, RFC 5321 §4.2.1)
 * this recipient or this content. If it refused the worker itself (503, 530, 535, MAIL FROM), the mail waits for an
 * operator.
 */
export function describeFailure(error: unknown): MailFailure {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  const aboutTheMail = command === 'RCPT TO' || command === 'DATA'
  const permanent = aboutTheMail && /^5(?!03|30)/.test(String(responseCode))
  if (responseCode) return { error: `The relay answered ${responseCode} to ${command}.`, permanent }
  return {
    error: `The relay could not be used (${code ?? 'unknown'}${command ? `, ${command}` : ''}).`,
    permanent,
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
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': locale === 'fr' ? 'fr' : 'en' },
  }
}

/** Not parsed by nodemailer, for which `:`, `;` and parentheses in the name have a meaning. */
function parseSender(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*)<(.+)>$/.exec(from) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}
