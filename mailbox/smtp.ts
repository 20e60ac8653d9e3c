import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Store } from './store'

const largestMessage = 5 * 1024 * 1024

/** An SMTP server that delivers every message to `store`. No authentication or TLS: for this machine only. */
export function createSmtpServer(store: Store): SMTPServer {
  const server = new SMTPServer({
    banner: 'Guichet mailbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    size: largestMessage,
    closeTimeout: 1000,
    onData: (stream, session, callback) => {
      receive(store, stream, session).then(() => callback(), callback)
    },
  })
  // A client that disconnects needs no handling.
  server.on('error', () => {})
  return server
}

async function receive(
  store: Store,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  if (stream.sizeExceeded) throw Object.assign(new Error('The message is too large'), { responseCode: 552 })
  await store.add(
    Buffer.concat(chunks),
    session.envelope.rcptTo.map(({ address }) => address),
  )
}
