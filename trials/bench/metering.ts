import { join } from 'node:path'
import { inAll, timeOf } from '@/trials/process-times'
import { median } from '@/trials/statistics'
import { type Running, startContender } from './contenders'
import { buildServers, describeServer } from './servers'
import { prepareSetting, writeForms } from './setting'
import type { Plan } from './table'
import { collectTokens } from './tokens'
import { measure } from './wrk'

const pairs = 10

/** CPU time of the gateway for one balance with and without metering, in ten interleaved pairs on one database. */
export async function measureMetering(plan: Plan, say: (line: string) => void): Promise<string> {
  await buildServers(['guichet'])
  const setting = await prepareSetting('metering', plan.applications, Math.min(plan.accounts, 100_000))
  const forms = writeForms(setting)
  const metered = describeServer('guichet', setting)
  const unmetered = {
    ...metered,
    name: 'unmetered',
    command: [...metered.command.slice(0, -1), join(import.meta.dirname, '.bench', 'unmetered.js')],
  }
  const costs = { metered: [] as number[], unmetered: [] as number[] }

  async function cost(server: Running): Promise<number> {
    const { port } = server.contender
    const file = await collectTokens(port, forms, join(setting.folder, 'tokens-guichet.txt'))
    const before = inAll(timeOf(server.pid))
    const seconds = Math.min(5, plan.seconds)
    const load = { port, mode: 'balance' as const, file, accounts: setting.accounts, seconds }
    const { rate, failures } = await measure({ ...load, connections: 64, keepAlive: true })
    if (failures > 0) throw new Error(`${failures} requests failed`)
    return (inAll(timeOf(server.pid)) - before) / (rate * seconds)
  }

  try {
    for (let pair = 1; pair <= pairs; pair += 1) {
      for (const [name, contender] of [
        ['metered', metered],
        ['unmetered', unmetered],
      ] as const) {
        const server = await startContender(contender, {})
        costs[name].push(await cost(server).finally(server.stop))
      }
      say(
        `pair ${pair}  ${costs.metered.at(-1)?.toFixed(1)} us with metering, ${costs.unmetered.at(-1)?.toFixed(1)} without`,
      )
    }
  } finally {
    await setting.close()
  }
  const ratios = costs.metered.map((value, index) => value / (costs.unmetered[index] ?? Number.NaN))
  const percent = (ratio: number) => `${((ratio - 1) * 100).toFixed(1)} %`
  return `CPU time of the gateway's process for one balance: ${median(costs.metered).toFixed(1)} µs with metering, ${median(costs.unmetered).toFixed(1)} µs without; median of ${pairs} interleaved pairs ${percent(median(ratios))} more (bar ≤ 10 %), from ${percent(Math.min(...ratios))} to ${percent(Math.max(...ratios))}.`
}
