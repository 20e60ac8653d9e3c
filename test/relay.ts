import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** An SMTP status to refuse with; undefined accepts. */
type Refusal = number | undefined

export type Relay = {
  url: string
  port: number
  /** every message that was acknowledged, with its envelope */
  received: { email: Email; from: string; to: string[] }[]
  /** connections that were opened */
  connections: number
  close(): Promise<void>
}

/** The requirements of a relay: this user and password, over TLS from the first byte (`implicit`) or by STARTTLS. */
export type Login = { user: string; password: string; key: Buffer; cert: Buffer; implicit: boolean }

/** A real SMTP server on loopback that refuses what the test asks it to. */
export async function startRelay(
  options: {
    port?: number
    mail?: (from: string) => Refusal
    rcpt?: (address: string) => Refusal
    data?: () => Refusal | Promise<Refusal>
    login?: Login
  } = {},
): Promise<Relay> {
  const relay: Relay = { url: '', port: 0, received: [], connections: 0, close }
  const { login } = options
  const server = new SMTPServer({
    ...(login ? demand(login) : { disabledCommands: ['AUTH', 'STARTTLS'], authOptional: true }),
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect: (_session, callback) => {
      relay.connections++
      callback()
    },
    onMailFrom: ({ address }, _session, callback) => callback(refusal(options.mail?.(address))),
    onRcptTo: ({ address }, _session, callback) => callback(refusal(options.rcpt?.(address))),
    onData: async (stream, { envelope }, callback) => {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk as Buffer)
      } catch (error) {
        // The sender disconnected in the middle of its message.
        return callback(error as Error)
      }
      const refused = refusal(await options.data?.())
      const email = await PostalMime.parse(Buffer.concat(chunks))
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      if (!refused) relay.received.push({ email, from, to: envelope.rcptTo.map(({ address }) => address) })
      callback(refused)
    },
  })
  server.on('error', () => {})
  await once(server.listen(options.port ?? 0, '127.0.0.1'), 'listening')
  relay.port = (server.server.address() as AddressInfo).port
  relay.url = `${login?.implicit ? 'smtps' : 'smtp'}://127.0.0.1:${relay.port}`
  return relay

  function close(): Promise<void> {
    return new Promise((done) => server.close(done))
  }
}

/** The server offers AUTH under TLS only. */
function demand({ user, password, key, cert, implicit }: Login): SMTPServerOptions {
  return {
    key,
    cert,
    secure: implicit,
    authMethods: ['PLAIN'],
    onAuth: (given, _session, callback) =>
      given.username === user && given.password === password
        ? callback(null, { user })
        : callback(Object.assign(new Error('Invalid username or password'), { responseCode: 535 })),
  }
}

function refusal(code: Refusal): Error | null {
  return code ? Object.assign(new Error('refused by the test'), { responseCode: code }) : null
}
