import { once } from 'node:events'
import { resolve } from 'node:path'
import { getSettings } from '@/lib/env'
import { createLogger } from '@/lib/logger'
import { exitWithParent, onShutdown } from '@/lib/process'
import { createHttpServer, createSmtpServer } from './servers'
import { openStore } from './store'

/** Regardless of LISTEN_ADDRESS: the messages contain activation links. */
const loopback = '127.0.0.1'

exitWithParent()
const { DATA_DIR, MAILBOX_PORT, MAILBOX_SMTP_PORT } = getSettings()
const store = await openStore(resolve(DATA_DIR, 'mailbox'))
const smtp = createSmtpServer(store)
const http = createHttpServer(store)

onShutdown(() => {
  http.close()
  http.closeAllConnections()
  return new Promise<void>((done) => smtp.close(done))
})

await once(smtp.listen(MAILBOX_SMTP_PORT, loopback), 'listening')
await once(http.listen(MAILBOX_PORT, loopback), 'listening')
createLogger('mailbox').info({ port: MAILBOX_PORT, smtpPort: MAILBOX_SMTP_PORT }, 'listening')
