import { createTransport } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type SMTPTransport from 'nodemailer/lib/smtp-transport'
import { parseSender, relayOptions } from '@/lib/mail/relay'
import { withTimeout } from '@/lib/timeout'

type Login = Parameters<SMTPConnection['login']>[0]

/** nodemailer has no call for MAIL FROM alone, but a method of authentication of one's own may send any command. */
const mailFrom = 'MAIL-FROM'

/**
 * Does what sending a mail does up to `MAIL FROM` (RFC 5321 §3.3): the greeting, STARTTLS with the relay's certificate,
 * and AUTH, as `smtpUrl` says. Sends nothing.
 * @throws the error that a mail would get, with `command` and `responseCode` if the relay refused
 */
export async function tryRelay(smtpUrl: string, from: string, timeoutMs: number): Promise<void> {
  const { options } = createTransport(relayOptions(smtpUrl)).transporter as SMTPTransport
  const { auth, authMethod, forceAuth } = options
  let answer = { status: 0, response: '' }
  const connection = new SMTPConnection({
    ...options,
    customAuth: {
      async [mailFrom]({ sendCommand }) {
        answer = await sendCommand(`MAIL FROM:<${parseSender(from).address}>`)
      },
    },
  })
  const work = () =>
    new Promise<void>((done, fail) => {
      const then = (next: () => void) => (error?: Error | null) => (error ? fail(error) : next())
      const last = () => connection.login({ type: 'CUSTOM', method: mailFrom } as Login, then(done))
      const first = () => connection.login({ ...auth, method: authMethod } as Login, then(last))
      // For its whole life: an error after the first must not end the process.
      connection.on('error', fail)
      connection.on('end', () => fail(new Error('closed without a response')))
      connection.connect(then(() => (auth && (connection.allowsAuth || forceAuth) ? first() : last())))
    })
  try {
    await withTimeout(timeoutMs, work)
  } catch (error) {
    connection.close()
    throw error
  }
  connection.quit()
  const { status: responseCode, response } = answer
  if (responseCode < 200 || responseCode > 299)
    throw Object.assign(new Error(response), { command: 'MAIL FROM', responseCode, response })
}
