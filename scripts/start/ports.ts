import { createServer } from 'node:net'
import { type Settings, SettingsError } from '@/lib/env'

type Wanted = { port: number; setting: string; address: string }

/**
 * Makes sure that every port is free before anything starts.
 * @throws SettingsError with one sentence per taken port, which names the port and its setting
 */
export async function refuseTakenPorts(settings: Settings): Promise<void> {
  const taken: string[] = []
  for (const { port, setting, address } of listPorts(settings)) {
    const reason = await findObstacle(port, address)
    if (reason === 'EADDRINUSE')
      taken.push(
        `Port ${port} on ${address} is taken by another program: stop that, or set ${setting} to a free port.`,
      )
    else if (reason === 'EACCES')
      taken.push(`Port ${port} on ${address} is not for this user to open: set ${setting} to one above 1023.`)
    else if (reason)
      taken.push(
        `Nothing can listen on ${address}, port ${port} (${reason}): check LISTEN_ADDRESS and ${setting}.`,
      )
  }
  if (taken.length > 0) throw new SettingsError(taken.join('\n'))
}

function listPorts(settings: Settings): Wanted[] {
  const { LISTEN_ADDRESS, METRICS_PORT, SMTP_URL } = settings
  const loopback = '127.0.0.1'
  const everywhere = ['PORTAL_PORT', 'SANDBOX_PORT', 'PRODUCTION_PORT'] as const
  const mailbox = SMTP_URL ? [] : (['MAILBOX_PORT', 'MAILBOX_SMTP_PORT'] as const)
  return [
    ...everywhere.map((setting) => ({ port: settings[setting], setting, address: LISTEN_ADDRESS })),
    ...mailbox.map((setting) => ({ port: settings[setting], setting, address: loopback })),
    ...[0, 1, 2, 3].map((offset) => ({
      port: METRICS_PORT + offset,
      setting: 'METRICS_PORT',
      address: loopback,
    })),
  ]
}

/** @returns the error's code when one cannot listen there */
export function findObstacle(port: number, address: string): Promise<string | null> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    server.listen({ port, host: address, exclusive: true }, () => server.close(() => done(null)))
  })
}
