import { median, spread } from '@/trials/statistics'
import { startContender } from './contenders'
import { buildServers, describeServer } from './servers'
import { prepareSetting, writeForms } from './setting'
import type { Plan } from './table'
import { measure } from './wrk'

/**
 * Throughput of the token endpoint when no client has a token yet. Each round starts from an empty token table and is
 * short enough that most requests come from a new client; their number is counted and reported.
 */
export async function measureMinting(plan: Plan, say: (line: string) => void): Promise<string> {
  await buildServers(['guichet'])
  const applications = plan.applications * 10
  const setting = await prepareSetting('minting', applications, 1000)
  const server = await startContender(describeServer('guichet', setting), {})
  const rates: number[] = []
  const shares: number[] = []
  try {
    const file = writeForms(setting)
    for (let round = 1; round <= plan.rounds; round += 1) {
      await setting.client.query('TRUNCATE access_token')
      const seconds = Math.min(3, plan.seconds)
      const { port } = server.contender
      const accounts = setting.accounts
      const result = await measure({
        port,
        mode: 'token',
        file,
        accounts,
        seconds,
        connections: 64,
        keepAlive: true,
      })
      if (result.failures > 0) throw new Error(`${result.failures} requests failed`)
      const { rows } = await setting.client.query('SELECT count(*)::int AS minted FROM access_token')
      rates.push(result.rate)
      shares.push(rows[0].minted / (result.rate * seconds))
      say(
        `round ${round}  ${Math.round(result.rate)} a second, ${Math.round((shares.at(-1) ?? 0) * 100)} % minted`,
      )
    }
  } finally {
    await server.stop()
    await setting.close()
  }
  return `${Math.round(median(rates))} tokens a second (± ${Math.round(spread(rates) * 100)} %) over ${applications} clients without a token (bar ≥ 10,000); ${Math.round(median(shares) * 100)} % of the requests minted one.`
}
