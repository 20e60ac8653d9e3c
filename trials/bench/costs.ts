import { join } from 'node:path'
import { findPlace } from '@/scripts/launch/postgres/place'
import { findPostmaster } from '@/scripts/launch/postgres/postmaster'
import { type ProcessorTime, timeOf, timeOfChildren, timeOfEndedChildren } from '@/trials/process-times'
import { median } from '@/trials/statistics'
import { startContender } from './contenders'
import { buildServer, describeServer } from './servers'
import { prepareSetting, writeForms } from './setting'
import type { Plan } from './table'
import { collectTokens } from './tokens'
import { measure } from './wrk'

const parts = ['gateway', 'database', 'generator'] as const
type Costs = Record<(typeof parts)[number], ProcessorTime>

/** Where the time of one request is spent: CPU time of the gateway, the database and the load generator. */
export async function measureCosts(plan: Plan, say: (line: string) => void): Promise<string> {
  buildServer()
  const setting = await prepareSetting('costs', plan.applications, plan.accounts)
  const server = await startContender(describeServer('guichet', setting), {})
  const measured: Record<string, { rate: number; costs: Costs }[]> = { token: [], balance: [] }
  const forms = writeForms(setting)
  const postmaster = findPostmaster(findPlace(setting.folder)?.data ?? '')?.pid ?? 0
  const read = (): Costs => ({
    gateway: timeOf(server.pid),
    database: timeOfChildren(postmaster),
    // It has exited by the time of the query; no other child process has.
    generator: timeOfEndedChildren(),
  })
  try {
    const { port } = server.contender
    for (let round = 1; round <= plan.rounds; round += 1) {
      for (const mode of ['token', 'balance'] as const) {
        const file =
          mode === 'token' ? forms : await collectTokens(port, forms, join(setting.folder, 'tokens.txt'))
        const before = read()
        const { rate, failures } = await measure({
          port,
          mode,
          file,
          accounts: setting.accounts,
          seconds: plan.seconds,
          connections: 64,
          keepAlive: true,
        })
        if (failures > 0) throw new Error(`${failures} requests failed`)
        const costs = divide(before, read(), rate * plan.seconds)
        measured[mode]?.push({ rate, costs })
        say(
          `round ${round}  ${mode.padEnd(8)} ${Math.round(rate)} a second  ${parts
            .map((part) => `${part} ${costs[part].user.toFixed(1)} + ${costs[part].kernel.toFixed(1)} µs`)
            .join(', ')}`,
        )
      }
    }
  } finally {
    await server.stop()
    await setting.close()
  }
  return render(measured)
}

function render(measured: Record<string, { rate: number; costs: Costs }[]>): string {
  const lines = Object.entries(measured).map(([mode, rounds]) => {
    const cells = parts.map((part) => {
      const of = (kind: keyof ProcessorTime) =>
        median(rounds.map(({ costs }) => costs[part][kind])).toFixed(1)
      return `${of('user')} + ${of('kernel')}`
    })
    return `| ${[mode, Math.round(median(rounds.map(({ rate }) => rate))), ...cells].join(' | ')} |`
  })
  const head = '| endpoint | requests a second | gateway | database | generator |\n|---|---|---|---|---|'
  return `CPU time of one request in µs, of the process itself + of the kernel for it.\n\n${head}\n${lines.join('\n')}`
}

function divide(before: Costs, after: Costs, requests: number): Costs {
  const each = (part: keyof Costs, kind: keyof ProcessorTime) =>
    (after[part][kind] - before[part][kind]) / requests
  const cost = (part: keyof Costs) => ({ user: each(part, 'user'), kernel: each(part, 'kernel') })
  return { gateway: cost('gateway'), database: cost('database'), generator: cost('generator') }
}
