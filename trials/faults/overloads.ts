import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { projectRoot } from '@/scripts/launch/root'
import { endOf, gatherOutput } from '@/scripts/launch/spawn'
import { hostNames } from '../cluster/proxy-config'
import type { Scenario } from './scenario'
import { kill, type World } from './world'

const lasting = 20_000
/** PostgreSQL's error codes. */
const codes = { timedOut: '57014', tooManyConnections: '53300' }

/** Overloads: too many queries or connections at the same time. */
export const overloads: Scenario[] = [
  {
    name: 'slow-queries',
    title: 'A storm of slow queries on the primary for 20 s, 16 at the same time',
    async run(world, { lifted }) {
      const clients = await openClients(world, 16)
      // A series in FROM would be written to disk, and fail when that is full.
      const storm = clients.map((client) =>
        client
          .query(
            `SET statement_timeout = ${lasting};
             SELECT count(*) FROM (SELECT generate_series(1, 1e12) AS n) AS series WHERE n % 7 = 3`,
          )
          .then(
            () => 'ended',
            ({ code }) => code,
          ),
      )
      const ended = await Promise.all(storm)
      lifted()
      await closeClients(clients)
      const whole = ended.filter((code) => code === codes.timedOut).length
      if (whole < ended.length) throw new Error(`only ${whole} of ${ended.length} ran for the whole time`)
      return `${whole} of ${ended.length} ran for the whole time`
    },
  },
  {
    name: 'connections',
    title: 'No connection to PostgreSQL is left for 20 s, and a Sandbox gateway is killed meanwhile',
    async run(world, { lifted }) {
      const clients = await openAll(world)
      kill(world, 'gateway-sandbox-2')
      await pause(lasting)
      await closeClients(clients)
      lifted()
      return `${clients.length} connections were taken`
    },
  },
  idle('idle-proxy', '10,000 idle connections to the proxy for 20 s', ({ cluster }) => cluster.ports.proxy),
  idle(
    'idle-gateway',
    '10,000 idle connections to one Sandbox gateway for 20 s',
    ({ cluster }) => cluster.ports.sandbox[0] as number,
  ),
  slow(
    'slow-proxy',
    '1,000 clients that send a byte a second through the proxy',
    ({ cluster }) => cluster.ports.proxy,
  ),
  slow(
    'slow-gateway',
    '1,000 clients that send a byte a second to one Sandbox gateway',
    ({ cluster }) => cluster.ports.sandbox[0] as number,
  ),
]

/** As many as PostgreSQL accepts. @throws Error when anything but their number stops it */
async function openAll(world: World): Promise<Client[]> {
  const clients: Client[] = []
  for (;;)
    try {
      clients.push(...(await openClients(world, 1)))
    } catch (error) {
      if ((error as { code?: string }).code === codes.tooManyConnections) return clients
      await closeClients(clients)
      throw error
    }
}

/** @throws PostgreSQL's error for one too many */
async function openClients({ cluster }: World, count: number): Promise<Client[]> {
  const clients: Client[] = []
  while (clients.length < count) {
    const client = new Client({
      connectionString: cluster.members[0]?.databases.owner,
      application_name: 'guichet-faults-load',
      connectionTimeoutMillis: 5000,
    })
    client.on('error', () => {})
    await client.connect()
    clients.push(client)
  }
  return clients
}

async function closeClients(clients: Client[]): Promise<void> {
  await Promise.all(clients.map((client) => client.end().catch(() => {})))
}

const idleCount = 10_000

function idle(name: string, title: string, portOf: (world: World) => number): Scenario {
  return {
    name,
    title,
    async run(world, { struck }) {
      const load = startLoadGenerator(portOf(world), idleCount, lasting / 1000, '')
      await load.connected
      struck()
      const { opened, open } = await load.result
      if (opened < idleCount) throw new Error(`only ${opened} connections could be opened`)
      return `${opened} opened, ${open} still open at the end`
    },
  }
}

const slowSeconds = 38
const slowCount = 1000

/** Sends the start of a token request, one byte per second; the server closes requests incomplete after 30 s. */
function slow(name: string, title: string, portOf: (world: World) => number): Scenario {
  return {
    name,
    title,
    async run(world, { struck }) {
      const text = `POST /oauth/token HTTP/1.1\r\nHost: ${hostNames.sandbox}:${world.cluster.ports.proxy}\r\n`
      const load = startLoadGenerator(portOf(world), slowCount, slowSeconds, text)
      await load.connected
      struck()
      const { opened, open } = await load.result
      if (opened < slowCount || open > 0) throw new Error(`${opened} could be opened, ${open} still are`)
      return `${opened - open} of ${opened} were closed within ${slowSeconds} s`
    },
  }
}

type LoadResult = { opened: number; open: number }

/** @returns a promise that all are connected, and one of the result */
function startLoadGenerator(port: number, count: number, seconds: number, text: string) {
  const script = join(projectRoot, 'trials/faults/load-generator.cjs')
  const child = spawn(process.execPath, [script, String(port), String(count), String(seconds), text], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = gatherOutput(child)
  const connected = new Promise<void>((done) => {
    child.stdout.once('data', () => done())
    child.once('close', () => done())
  })
  const result = endOf(child).then((): LoadResult => JSON.parse(output().trim().split('\n').at(-1) ?? ''))
  return { connected, result }
}
