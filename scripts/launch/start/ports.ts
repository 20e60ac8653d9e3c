import { createServer } from 'node:net'
import { type Settings, SettingsError } from '@/lib/env'
import { describeObstacle } from '@/lib/listen-address'
import { waitUntil } from '@/lib/timeout'

const orphansMs = 4000

/** The ports of one process. @param name of its plan */
export function portsOf(name: string, settings: Settings): Wanted[] {
  const own = ['portal', 'gateway-sandbox', 'gateway-production', 'worker', 'feed'].indexOf(name)
  const setting = ['PORTAL_PORT', 'SANDBOX_PORT', 'PRODUCTION_PORT', null, 'FEED_PORT'][own]
  return listPorts(settings).filter(
    (wanted) => wanted.setting === setting || wanted.port === settings.METRICS_PORT + own,
  )
}

type Wanted = { port: number; setting: string; address: string; addressSetting: string }

/**
 * Checks that every port is free before anything starts.
 * @param wanted those of every process unless given
 * @throws SettingsError with one sentence per taken port, which names the port and its setting
 */
export async function refuseTakenPorts(settings: Settings, wanted = listPorts(settings)): Promise<void> {
  const taken = await describeTaken(wanted)
  if (taken.length > 0) throw new SettingsError(taken.join('\n'))
}

/** The same, but first waits a little: the processes of a start that was killed notice it and end by themselves. */
export async function waitForPorts(settings: Settings): Promise<void> {
  const areFree = async () => (await describeTaken(listPorts(settings))).length === 0
  if (!(await waitUntil(areFree, orphansMs, 100))) await refuseTakenPorts(settings)
}

async function describeTaken(wanted: Wanted[]): Promise<string[]> {
  const taken: string[] = []
  for (const { port, setting, address, addressSetting } of wanted) {
    const reason = await findObstacle(port, address)
    if (reason)
      taken.push(describeObstacle(reason, address, port, { address: addressSetting, port: setting }))
  }
  return taken
}

function listPorts(settings: Settings): Wanted[] {
  const { FEED_ADDRESS, FEED_PORT, LISTEN_ADDRESS, METRICS_ADDRESS, METRICS_PORT, SMTP_URL } = settings
  const everywhere = ['PORTAL_PORT', 'SANDBOX_PORT', 'PRODUCTION_PORT'] as const
  const mailbox = SMTP_URL ? [] : (['MAILBOX_PORT', 'MAILBOX_SMTP_PORT'] as const)
  return [
    ...everywhere.map((setting) => ({
      port: settings[setting],
      setting,
      address: LISTEN_ADDRESS,
      addressSetting: 'LISTEN_ADDRESS',
    })),
    { port: FEED_PORT, setting: 'FEED_PORT', address: FEED_ADDRESS, addressSetting: 'FEED_ADDRESS' },
    // Always on loopback: no setting moves them.
    ...mailbox.map((setting) => ({
      port: settings[setting],
      setting,
      address: '127.0.0.1',
      addressSetting: setting,
    })),
    ...[0, 1, 2, 3, 4].map((offset) => ({
      port: METRICS_PORT + offset,
      setting: 'METRICS_PORT',
      address: METRICS_ADDRESS,
      addressSetting: 'METRICS_ADDRESS',
    })),
  ]
}

/** @returns the error code if listening there fails */
function findObstacle(port: number, address: string): Promise<string | null> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    server.listen({ port, host: address, exclusive: true }, () => server.close(() => done(null)))
  })
}
