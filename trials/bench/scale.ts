import { join } from 'node:path'
import { median, spread } from '@/trials/statistics'
import { type Running, startContender } from './contenders'
import { buildServer, describeServer } from './servers'
import { prepareSetting, type Setting, writeForms } from './setting'
import type { Plan } from './table'
import { collectTokens } from './tokens'
import { measure } from './wrk'

/**
 * Balances per second with 100,000 applications and 10,000,000 accounts against 1,000 and 10,000, in interleaved rounds
 * on two databases. `divisor` shrinks the large one for a quick look.
 */
export async function measureScale(
  plan: Plan,
  divisor: number,
  say: (line: string) => void,
): Promise<string> {
  buildServer()
  const sizes = [
    { name: 'small', applications: 1000, accounts: 10_000 },
    { name: 'large', applications: 100_000 / divisor, accounts: 10_000_000 / divisor },
  ]
  const rates = new Map<string, number[]>()
  const settings = new Map<string, { setting: Setting; forms: string }>()
  for (const { name, applications, accounts } of sizes) {
    say(`filling ${name}: ${applications} applications, ${accounts} accounts`)
    const setting = await prepareSetting(name, applications, accounts)
    // Tokens for 5,000 of them: collecting 100,000 each round would outlast their five minutes.
    settings.set(name, { setting, forms: writeForms(setting, draw(setting, 5000)) })
  }
  try {
    for (let round = 1; round <= plan.rounds; round += 1) {
      for (const [name, { setting, forms }] of settings) {
        const server: Running = await startContender(describeServer('guichet', setting), {})
        const { port } = server.contender
        const file = await collectTokens(port, forms, join(setting.folder, 'tokens-guichet.txt'))
        const { accounts } = setting
        const load = { port, mode: 'balance' as const, file, accounts, connections: 64, keepAlive: true }
        await measure({ ...load, seconds: 2 })
        const result = await measure({ ...load, seconds: plan.seconds })
        await server.stop()
        if (result.failures > 0) throw new Error(`${result.failures} requests failed`)
        rates.set(name, [...(rates.get(name) ?? []), result.rate])
        say(`round ${round}  ${name} ${Math.round(result.rate)} a second`)
      }
    }
  } finally {
    for (const { setting } of settings.values()) await setting.close()
  }
  const [small = [], large = []] = sizes.map(({ name }) => rates.get(name) ?? [])
  const ratio = (median(large) / median(small)).toFixed(2)
  return `Balances a second: ${Math.round(median(small))} (± ${Math.round(spread(small) * 100)} %) with 1,000 applications and 10,000 accounts, ${Math.round(median(large))} (± ${Math.round(spread(large) * 100)} %) with ${sizes[1]?.applications} and ${sizes[1]?.accounts}: a ratio of ${ratio} (bar ≥ 0.85).`
}

function draw(setting: Setting, count: number) {
  const { applications } = setting
  const step = Math.max(1, Math.floor(applications.length / count))
  return applications.filter((_, index) => index % step === 0)
}
