import { join } from 'node:path'
import { parseKeyring } from '@/lib/keyring'
import { findPlace } from '@/scripts/launch/postgres/place'
import { findPostmaster } from '@/scripts/launch/postgres/postmaster'
import { inAll, timeOf, timeOfChildren } from '@/trials/process-times'
import { median } from '@/trials/statistics'
import { type Contender, type Running, startContender } from './contenders'
import { describeRounds } from './describe-rounds'
import { seedAccounts, seedApplications } from './seed'
import { buildServers, describeServer } from './servers'
import { prepareSetting, type Setting, writeForms } from './setting'
import type { Plan } from './table'
import { collectTokens } from './tokens'
import { measure } from './wrk'

type Point = { gateways: number; connections: number; applications: number; accounts: number }
type Result = { rate: number; p99: number; gateway: number; database: number }

const base: Point = { gateways: 1, connections: 64, applications: 1000, accounts: 10_000 }
/** Tokens for this many applications: more could not be collected within their five minutes. */
const mostTokens = 5000

/** The variable of each curve; the database only grows, so the last two come last and in this order. */
const curves: { name: keyof Point; values: number[] }[] = [
  { name: 'connections', values: [4, 16, 64, 256, 1024] },
  { name: 'gateways', values: [1, 2, 4] },
  { name: 'applications', values: [1000, 10_000, 100_000] },
  { name: 'accounts', values: [10_000, 100_000, 1_000_000, 10_000_000] },
]

/**
 * Balances per second against connections, gateways, applications and accounts, one at a time, and the CPU time of one
 * balance in gateway and database: the rate depends on this machine, the costs on the load.
 * `divisor` shrinks the largest values for a quick look.
 */
export async function measureCurves(
  plan: Plan,
  divisor: number,
  say: (line: string) => void,
): Promise<string> {
  await buildServers(['guichet'])
  const setting = await prepareSetting('curves', base.applications, base.accounts)
  const lines: string[] = []
  let reached = base
  let bytes = 0
  try {
    for (const { name, values } of curves) {
      const grows = name === 'accounts' || name === 'applications'
      for (const value of new Set(
        values.map((each) => (grows ? Math.max(base[name], each / divisor) : each)),
      )) {
        const point = { ...reached, [name]: value }
        await grow(setting, point)
        if (grows) reached = point
        const results: Result[] = []
        for (let round = 0; round < plan.rounds; round += 1)
          results.push(await measurePoint(setting, point, plan.seconds))
        const of = (part: keyof Result) => median(results.map((each) => each[part]))
        const cells = [name, point[name].toLocaleString('en'), Math.round(of('rate')), of('p99').toFixed(1)]
        const line = `| ${[...cells, of('gateway').toFixed(0), of('database').toFixed(0)].join(' | ')} |`
        say(line)
        lines.push(line)
      }
    }
    const size = `pg_total_relation_size('wallet_account') / count(*)::float8`
    bytes = (await setting.client.query(`SELECT ${size} AS bytes FROM wallet_account`)).rows[0].bytes
  } finally {
    await setting.close()
  }
  const head = `Balances, ${describeRounds(plan.rounds, plan.seconds)}. Where nothing else is said: one gateway, 64 connections, 1,000 applications, 10,000 accounts; the accounts grow with ${reached.applications.toLocaleString('en')} applications. Generator, gateways and database share this machine's cores. An account with its index entry takes ${Math.round(bytes)} bytes.`
  return `${head}\n\n| what grows | to | balances a second | p99 ms | CPU µs a balance: gateways | database |\n|---|---|---|---|---|---|\n${lines.join('\n')}`
}

async function grow(setting: Setting, { applications, accounts }: Point): Promise<void> {
  const more = applications - setting.applications.length
  const keys = parseKeyring(setting.keys.SECRET_HASH_KEYS)
  if (more > 0) setting.applications.push(...(await seedApplications(setting.client, keys, more)))
  if (accounts <= setting.accounts.count) return
  await seedAccounts(setting.client, accounts)
  setting.accounts.count = accounts
}

async function measurePoint(setting: Setting, point: Point, seconds: number): Promise<Result> {
  const step = Math.ceil(setting.applications.length / mostTokens)
  const forms = writeForms(
    setting,
    setting.applications.filter((_, index) => index % step === 0),
  )
  const servers: Running[] = []
  const postmaster = findPostmaster(findPlace(setting.folder)?.data ?? '')?.pid ?? 0
  try {
    for (let index = 0; index < point.gateways; index += 1)
      servers.push(await startContender(describeGateway(setting, index), {}))
    const first = servers[0] as Running
    const file = await collectTokens(first.contender.port, forms, join(setting.folder, 'tokens.txt'))
    const load = ({ contender: { port } }: Running, length: number) =>
      measure({
        ...{ port, mode: 'balance', file, accounts: setting.accounts, seconds: length, keepAlive: true },
        connections: Math.max(1, Math.floor(point.connections / point.gateways)),
      })
    await Promise.all(servers.map((each) => load(each, 1)))
    const before = costsOf(servers, postmaster)
    const measured = await Promise.all(servers.map((each) => load(each, seconds)))
    const after = costsOf(servers, postmaster)
    if (measured.some(({ failures }) => failures > 0)) throw new Error('requests failed')
    const rate = measured.reduce((sum, each) => sum + each.rate, 0)
    return {
      rate,
      p99: Math.max(...measured.map(({ p99 }) => p99)),
      gateway: (after.gateway - before.gateway) / (rate * seconds),
      database: (after.database - before.database) / (rate * seconds),
    }
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** CPU time so far, in microseconds. */
function costsOf(servers: Running[], postmaster: number) {
  const gateway = servers.reduce((sum, { pid }) => sum + inAll(timeOf(pid)), 0)
  return { gateway, database: inAll(timeOfChildren(postmaster)) }
}

/** Side by side, each on its own port. */
function describeGateway(setting: Setting, index: number): Contender {
  const plan = describeServer('guichet', setting)
  const port = plan.port + 30 * index
  const others = ['PORTAL_PORT', 'PRODUCTION_PORT', 'MAILBOX_PORT', 'MAILBOX_SMTP_PORT', 'METRICS_PORT']
  const moved = others.map((name) => [name, String(Number(plan.env[name]) + 30 * index)])
  return { ...plan, port, env: { ...plan.env, ...Object.fromEntries(moved), SANDBOX_PORT: String(port) } }
}
