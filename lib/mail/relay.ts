import { relayTimeoutMs } from '@/lib/timeout'

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
