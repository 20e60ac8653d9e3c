import { expect } from '@playwright/test'
import { mailboxAddress } from './addresses'

export type Mail = { to: string; subject: string; text: string; html: string }

/** E-mails to one address, oldest first. */
async function readMails(address: string): Promise<Mail[]> {
  const response = await fetch(`${mailboxAddress}/api/email?to=${encodeURIComponent(address)}`)
  return (await response.json()) as Mail[]
}

/** Waits for the newest e-mail to an address whose subject matches. */
export async function waitForMail(address: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(
      async () => {
        const mails = await readMails(address)
        found = mails.findLast((mail) => subject.test(mail.subject))
        return found?.subject ?? mails.map((mail) => mail.subject)
      },
      { message: `a mail to ${address} about ${subject}`, intervals: [100] },
    )
    .toEqual(expect.stringMatching(subject))
  return found as Mail
}

/** The first URL in an e-mail that starts with `prefix`, as a reader of the plain text would follow it. */
export function findLink(mail: Mail, prefix: string): string {
  const start = mail.text.indexOf(prefix)
  expect(start, `a link to ${prefix} in "${mail.subject}"`).toBeGreaterThanOrEqual(0)
  return mail.text.slice(start).split(/[\s<>()]/)[0] as string
}
