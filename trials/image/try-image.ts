import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { waitUntil } from '@/lib/timeout'
import { findFreePorts } from '@/scripts/check/ports'
import type { BuildTarget } from '@/scripts/launch/build/build'
import { stopPostmaster } from '@/scripts/launch/postgres/postmaster'
import { prepareRoles } from '@/scripts/launch/postgres/roles'
import { startServer } from '@/scripts/launch/postgres/server'
import { prepareKeys } from '@/scripts/launch/start/keys'
import { readServices, type Service } from './compose-services'
import { createContainer, type Running } from './container'
import { tryCommands } from './try-commands'

/** The expected response of a process once it is healthy: a path at its port, and the status. */
const answers: Record<string, { path: string; status: number }[]> = {
  portal: [
    { path: '/sign-up', status: 200 },
    { path: '/docs/errors/invalid_token', status: 200 },
    { path: '/icon.svg', status: 200 },
  ],
  'gateway-sandbox': [{ path: '/api/eWallet/v1/account?msisdn=221771234567', status: 401 }],
  'gateway-production': [{ path: '/api/eWallet/v1/account?msisdn=221771234567', status: 401 }],
  worker: [],
}
const timeoutMs = 60_000
const endedBySigterm = 128 + 15

/**
 * Runs the image in `image` as compose.yaml does: prepares a new database, then starts every process, waits until its
 * health check passes, makes a request and stops it; then runs the operators' commands.
 * @param folder for the database and the processes' `/tmp`
 * @returns the problems found; empty if there are none
 */
export async function tryImage(image: string, folder: string, target: BuildTarget): Promise<string[]> {
  const ports = await findFreePorts(10)
  mkdirSync(folder, { recursive: true })
  const keys = prepareKeys(folder)
  const { place } = await startServer(folder, join(folder, 'postgres.log'))
  await prepareRoles(place, keys.databasePasswords)
  const way = await forward(ports, join(place.socketFolder, '.s.PGSQL.5432'))
  // One server instead of two, and no routing to the primary: engines.test.ts covers those.
  const database = `127.0.0.1:${ports}`
  const services = readServices(values(ports, keys), {
    primary: database,
    'pooler:5432': database,
    'database-1': database,
    'database-2': database,
    'redis:6379': `127.0.0.1:${ports + 9}`,
  })
  try {
    return await tryServices(services, { image, folder, target, ports })
  } finally {
    way.close()
    await stopPostmaster(place.data)
  }
}

type Setting = { image: string; folder: string; target: BuildTarget; ports: number }

async function tryServices(services: Record<string, Service>, setting: Setting): Promise<string[]> {
  const { prepare, operator, ...others } = services
  if (!prepare || !operator) return ['compose.yaml lacks a service: "prepare" or "operator".']
  const prepared = await containerOf('prepare', prepare, setting).run(prepare.command)
  if (prepared.code !== 0) return [`prepare ended with ${prepared.code}:\n${prepared.output}`]
  // A gateway's second replica equals its first.
  const single = Object.entries(others).filter(([name]) => !name.endsWith('-2'))
  const problems = await Promise.all(single.map((each) => tryService(...each, setting)))
  const commands = containerOf('operator', operator, setting)
  return [
    ...problems.flat(),
    ...(await tryCommands(commands, join(setting.folder, 'operator', 'tmp'))),
    ...(await tryWithoutRelay(others, setting)),
    ...findWritten(setting.image),
  ]
}

async function tryService(name: string, service: Service, setting: Setting): Promise<string[]> {
  const container = containerOf(name, service, setting)
  const running = container.start(service.command)
  const problems: string[] = []
  if (!(await becomesHealthy(() => container.check()))) problems.push(`${name} never became healthy.`)
  for (const { path, status } of answers[name] ?? [{ path: '', status: 0 }]) {
    const answer = await fetch(`http://127.0.0.1:${portOf(name, setting.ports)}${path}`).catch(() => null)
    if (answer?.status !== status) problems.push(`${name} answered ${path} with ${answer?.status}.`)
  }
  problems.push(...(await stop(name, running)))
  return problems.length > 0 ? [...problems, `${name} wrote:\n${running.output()}`] : []
}

/** Only `npm start` has a mailbox: a worker on its own needs a relay, or no e-mail would arrive. */
async function tryWithoutRelay({ worker }: Record<string, Service>, setting: Setting): Promise<string[]> {
  if (!worker) return ['compose.yaml has no service "worker".']
  const { SMTP_URL: _, ...environment } = worker.environment
  const { code, output } = await containerOf('worker', { ...worker, environment }, setting).run(
    worker.command,
  )
  return code === 1 && output.includes('SMTP_URL: must be set')
    ? []
    : [`A worker without SMTP_URL: ${output}`]
}

async function stop(name: string, running: Running): Promise<string[]> {
  const code = await running.stop()
  const denied = /EROFS|EACCES|EPERM|read-only file system/.exec(running.output())?.[0]
  return [
    // Next exits with the signal's own number, the others with 0.
    ...(code === 0 || code === endedBySigterm ? [] : [`${name} ended with ${code}.`]),
    ...(denied ? [`${name} was refused something: ${denied}.`] : []),
  ]
}

function becomesHealthy(check: () => Promise<number | null>): Promise<boolean> {
  return waitUntil(async () => (await check()) === 0, timeoutMs, 500)
}

function containerOf(name: string, { environment }: Service, { image, folder, target, ports }: Setting) {
  return createContainer(image, join(target.outDir, 'run.js'), join(folder, name), {
    ...environment,
    // On one network, whereas each container has its own.
    PORTAL_PORT: String(portOf('portal', ports)),
    SANDBOX_PORT: String(portOf('gateway-sandbox', ports)),
    PRODUCTION_PORT: String(portOf('gateway-production', ports)),
    METRICS_PORT: String(ports + 4),
    // Instead of a volume, and missing until it is written to.
    DATA_DIR: join(folder, name, 'tmp', 'data'),
    // The tests' own build has another name than the image's.
    NEXT_DIST_DIR: target.distDir,
    BUILD_DIR: target.outDir,
  })
}

function portOf(name: string, ports: number): number {
  return ports + 1 + ['portal', 'gateway-sandbox', 'gateway-production'].indexOf(name)
}

/** The variables that compose.yaml takes from its `.env`, and what its files of secrets hold. */
function values(ports: number, keys: ReturnType<typeof prepareKeys>): Record<string, string> {
  const at = (name: string) => `http://127.0.0.1:${portOf(name, ports)}`
  // compose.yaml names its roles like the embedded database.
  const { owner, portal, gateway, worker } = keys.databasePasswords
  const url = (role: string, password: string, host: string) =>
    `postgres://${role}:${password}@${host}/guichet`
  return {
    PORTAL_URL: at('portal'),
    SANDBOX_AUTH_URL: at('gateway-sandbox'),
    SANDBOX_BASE_URL: at('gateway-sandbox'),
    PRODUCTION_AUTH_URL: at('gateway-production'),
    PRODUCTION_BASE_URL: at('gateway-production'),
    SMTP_URL: `smtp://127.0.0.1:${ports + 9}`,
    MAIL_FROM: 'Guichet <portal@guichet.example>',
    REVIEWER_EMAIL: 'reviewer@guichet.example',
    MIGRATION_DATABASE_URL: url('guichet', owner, 'primary'),
    DATABASE_URL: url('guichet_portal', portal, 'primary'),
    POOLER_DATABASE_URL: url('guichet_portal', portal, 'pooler:5432'),
    GATEWAY_DATABASE_URL: url('guichet_gateway', gateway, 'primary'),
    WORKER_DATABASE_URL: url('guichet_worker', worker, 'primary'),
    DATABASE_READ_URL: ['database-1', 'database-2']
      .map((host) => url('guichet_gateway', gateway, host))
      .join(','),
    NEXTAUTH_SECRET: keys.NEXTAUTH_SECRET,
    SECRET_ENCRYPTION_KEYS: keys.SECRET_ENCRYPTION_KEYS,
    SECRET_HASH_KEYS: keys.SECRET_HASH_KEYS,
    TOKEN_KEYS: keys.TOKEN_KEYS,
  }
}

/** A TCP route to a database that listens only on its socket. */
function forward(port: number, socket: string): Promise<Server> {
  const server = createServer((from) => {
    const to = connect(socket)
    from.pipe(to).pipe(from)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  return new Promise((done) => server.listen(port, '127.0.0.1', () => done(server)))
}

/** A container's root is read-only: nothing may have been written below the image's folder since it was made. */
function findWritten(image: string): string[] {
  const found = execFileSync('find', [image, '-newer', `${image}.made`], { encoding: 'utf8' }).trim()
  return found ? [`Written into the image:\n${found}`] : []
}
