import { join } from 'node:path'
import { findPlace } from '@/scripts/launch/postgres/place'
import { findPostmaster } from '@/scripts/launch/postgres/postmaster'
import { inAll, timeOf, timeOfChildren } from '@/trials/process-times'
import { median } from '@/trials/statistics'
import { type Running, startContender } from './contenders'
import { buildServer, describeServer } from './servers'
import { prepareSetting, writeForms } from './setting'
import { collectTokens } from './tokens'
import { measure } from './wrk'

export type Plan = { rounds: number; seconds: number; applications: number; accounts: number }

/** What a round measured: calls a second, and the CPU time of one call in µs, process and kernel. */
type Round = { rate: number; server: number; database: number }

const names = ['guichet', 'afternoon'] as const
const endpoints = ['balance', 'token'] as const
/** By connections: the least ratio of our rate to the afternoon's, and the greatest of our CPU time to its. */
const bars: Record<number, { rate: number; cpu: number } | undefined> = {
  1: { rate: 1, cpu: 1 },
  4: { rate: 1, cpu: 1 },
  32: { rate: 1.4, cpu: 0.5 },
}

/** Both servers run at the same time, idle except the measured one, and take turns, so that drift affects both. */
export async function measureTable(plan: Plan, say: (line: string) => void): Promise<string> {
  buildServer()
  const setting = await prepareSetting('table', plan.applications, plan.accounts)
  const postmaster = findPostmaster(findPlace(setting.folder)?.data ?? '')?.pid ?? 0
  const servers: Running[] = []
  const measured = new Map<string, Round[]>()
  try {
    for (const name of names) servers.push(await startContender(describeServer(name, setting)))
    const [{ contender: ours }] = servers as [Running, Running]
    for (let round = 0; round <= plan.rounds; round += 1)
      for (const mode of endpoints) {
        for (const connections of [1, 4, 12, 32]) {
          // Each caller is an application. It renews its token every 210 s; the afternoon's server only returns the one
          // that exists.
          const forms = writeForms(setting, setting.applications.slice(0, connections))
          const tokens = await collectTokens(ours.port, forms, join(setting.folder, 'tokens.txt'))
          for (const server of servers) {
            const load = { mode, connections, file: mode === 'token' ? forms : tokens }
            const result = await measureRound(server, postmaster, { ...plan, ...setting, ...load })
            const key = `${mode} ${connections} ${server.contender.name}`
            say(`round ${round}  ${key.padEnd(24)} ${describe(result)}`)
            // The first round is for the compilers.
            if (round > 0) measured.set(key, [...(measured.get(key) ?? []), result])
          }
        }
      }
  } finally {
    for (const server of servers) await server.stop()
    await setting.close()
  }
  return render(plan, measured)
}

async function measureRound(
  { contender, pid }: Running,
  postmaster: number,
  load: Omit<Parameters<typeof measure>[0], 'port'>,
): Promise<Round> {
  const read = () => [inAll(timeOf(pid)), inAll(timeOfChildren(postmaster))] as const
  const before = read()
  const { rate, failures } = await measure({ ...load, port: contender.port })
  if (failures > 0) throw new Error(`${contender.name} failed ${failures} times`)
  const [server, database] = read().map((time, at) => (time - (before[at] ?? 0)) / (rate * load.seconds))
  return { rate, server: server ?? 0, database: database ?? 0 }
}

function describe({ rate, server, database }: Round): string {
  return `${Math.round(rate)}/s, ${server.toFixed(1)} + ${database.toFixed(1)} µs`
}

function render({ rounds, seconds }: Plan, measured: Map<string, Round[]>): string {
  const of = (key: string): Round => {
    const results = measured.get(key) ?? []
    const middle = (part: keyof Round) => median(results.map((each) => each[part]))
    return { rate: middle('rate'), server: middle('server'), database: middle('database') }
  }
  const rows = endpoints.flatMap((mode) =>
    [1, 4, 12, 32].map((connections) => {
      const [ours, theirs] = names.map((name) => of(`${mode} ${connections} ${name}`)) as [Round, Round]
      const bar = bars[connections]
      const cpu = (ours.server + ours.database) / (theirs.server + theirs.database)
      const words = bar ? `≥ ${bar.rate}, ≤ ${bar.cpu}` : ''
      const ratios = [(ours.rate / theirs.rate).toFixed(2), cpu.toFixed(2)]
      return `| ${[mode, connections, describe(ours), describe(theirs), ...ratios, words].join(' | ')} |`
    }),
  )
  return `Figures are medians of ${rounds} alternating rounds of ${seconds} s: calls a second, and CPU time of one call, of the server and of the database.

| endpoint | connections | Guichet | an afternoon's server | rate | CPU | bars |
|---|---|---|---|---|---|---|
${rows.join('\n')}`
}
