import { join } from 'node:path'
import { findPlace } from '@/scripts/launch/postgres/place'
import { findPostmaster } from '@/scripts/launch/postgres/postmaster'
import { inAll, timeOf, timeOfChildren } from '@/trials/process-times'
import { median } from '@/trials/statistics'
import { startContender } from './contenders'
import { useFeatures } from './features'
import { startStage } from './stages'
import type { Plan } from './table'
import { collectTokens } from './tokens'
import { measure } from './wrk'

const modes = ['token', 'balance'] as const
const names = ['base', 'ours'] as const
type Cost = { gateway: number; database: number }

/** CPU time of one request, process and kernel, next to that of the state before most features. */
export async function measureCosts(plan: Plan, say: (line: string) => void): Promise<string> {
  const servers = []
  for (const name of names) {
    const stage = await startStage(name, plan.applications, plan.accounts)
    const running = await startContender(stage.contender, {})
    const postmaster = findPostmaster(findPlace(stage.folder)?.data ?? '')?.pid ?? 0
    servers.push({ name, stage, running, postmaster })
  }
  const costs: Record<string, Cost[]> = {}
  const stopFeatures = useFeatures(servers[1]?.stage.contender.port ?? 0, servers[1]?.stage.forms ?? '', 100)
  try {
    // The first round is for the compiler.
    for (let round = 0; round <= plan.rounds; round += 1)
      for (const { name, stage, running, postmaster } of servers) {
        const { port } = stage.contender
        const tokens = await collectTokens(port, stage.forms, join(stage.folder, 'tokens.txt'))
        for (const mode of modes) {
          const file = mode === 'token' ? stage.forms : tokens
          const read = () => [inAll(timeOf(running.pid)), inAll(timeOfChildren(postmaster))]
          const before = read()
          const load = { port, mode, file, accounts: stage.accounts, connections: 64, keepAlive: true }
          const { rate, failures } = await measure({ ...load, seconds: plan.seconds })
          if (failures > 0) throw new Error(`${failures} requests failed`)
          const [gateway = 0, database = 0] = read().map(
            (time, index) => (time - (before[index] ?? 0)) / (rate * plan.seconds),
          )
          say(
            `round ${round}  ${name} ${mode.padEnd(8)} ${gateway.toFixed(1)} µs, database ${database.toFixed(1)} µs`,
          )
          const key = `${name} ${mode}`
          if (round > 0) costs[key] = [...(costs[key] ?? []), { gateway, database }]
        }
      }
  } finally {
    await stopFeatures()
    for (const { stage, running } of servers) {
      await running.stop()
      await stage.stop()
    }
  }
  const of = (name: string, mode: string, part: keyof Cost) =>
    median((costs[`${name} ${mode}`] ?? []).map((cost) => cost[part]))
  const rows = modes.flatMap((mode) =>
    (['gateway', 'database'] as const).map((part) => {
      const [before, now] = names.map((name) => of(name, mode, part)) as [number, number]
      const bar = mode === 'balance' && part === 'gateway' ? '≤ 0.9' : ''
      const cells = [mode, part, before.toFixed(1), now.toFixed(1), (now / before).toFixed(2), bar]
      return `| ${cells.join(' | ')} |`
    }),
  )
  return `CPU time of one request in µs, process and kernel; medians of ${plan.rounds} alternating rounds of ${plan.seconds} s.

| | | 50bd191 | now | ratio | bar |
|---|---|---|---|---|---|
${rows.join('\n')}`
}
