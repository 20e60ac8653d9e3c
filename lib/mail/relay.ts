import { relayTimeoutMs } from '@/lib/timeout'

/** Why a mail was not sent. `error` is a sentence for administrators and never contains a part of the mail. */
export type MailFailure = {
  error: string
  /** What the relay said, for administrators only: it may name the recipient. */
  words?: string
  permanent: boolean
  /** The subject, if the mail could be rendered: kept for administrators, unlike its content. */
  subject?: string
}

/** An error of nodemailer's. `response` is the relay's reply, `originalCode` that of Node, as for a certificate. */
export type RelayError = {
  code?: string
  originalCode?: string
  command?: string
  responseCode?: number
  response?: string
}

const maxWords = 240

/**
 * Describes why a mail to `recipient` was not sent, without any part of it: a sentence, which may be logged, and the
 * relay's own words, which are for administrators. It is permanent only if the relay refused (5xx, RFC 5321 §4.2.1)
 * this recipient or this content. If it refused the worker itself (503, 530, 535, MAIL FROM), the mail waits for an
 * operator.
 */
export function describeFailure(error: unknown, recipient: string): MailFailure {
  const { code, originalCode, command, responseCode, response } = error as RelayError
  const aboutTheMail = command === 'RCPT TO' || command === 'DATA'
  const permanent = aboutTheMail && /^5(?!03|30)/.test(String(responseCode))
  if (!responseCode)
    return {
      error: `The relay could not be used (${originalCode ?? code ?? 'unknown'}${command ? `, ${command}` : ''}).`,
      permanent,
    }
  return {
    error: `The relay answered ${responseCode} to ${command}.`,
    words: quoteRelay(response, recipient),
    permanent,
  }
}

/**
 * A relay's reply in one line, without its code: bounded, without addresses but the recipient's own, and without what
 * could be a secret of the mail, which relays quote too: paths of links and long words.
 */
export function quoteRelay(response = '', recipient?: string): string {
  return response
    .replace(/^\d{3}[ -]?/gm, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/(https?:\/\/[^/\s]+)[^\s]*/g, '$1/…')
    .replace(/[^\s<>@:;,"'()]+@[^\s<>@:;,"'()]+/g, (found) => (found === recipient ? found : '…@…'))
    .replace(/(?<![@.\w-])[\w-]{20,}(?![@.\w])/g, '…')
    .trim()
    .slice(0, maxWords)
}

/** A failure as administrators read it. */
export function toSentence({ error, words }: MailFailure): string {
  return words ? `${error.replace(/\.$/, ':')} ${words}` : error
}

/** How a relay is used, by those who send and by those who try it: nodemailer's options for `smtpUrl`. */
export function relayOptions(smtpUrl: string) {
  return {
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 5_000,
    socketTimeout: relayTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Of MAIL_FROM. Not parsed by nodemailer, for which `:`, `;` and parentheses in the name have a meaning. */
export function parseSender(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*)<(.+)>$/.exec(from) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}
