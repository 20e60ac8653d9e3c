import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { percentile } from '@/trials/statistics'
import { type Running, startContender } from './contenders'
import { buildServers, describeServer } from './servers'
import { prepareSetting, type Setting, writeForms } from './setting'
import type { Plan } from './table'
import { collectTokens } from './tokens'
import { measure, run } from './wrk'

/** Latency of the balance at half of the rate that the same server just reached, held by h2load for `seconds`. */
export async function measureHalfLoad(
  plan: Plan,
  seconds: number,
  say: (line: string) => void,
): Promise<string> {
  await buildServers(['guichet'])
  const setting = await prepareSetting('table', plan.applications, plan.accounts)
  const server = await startContender(describeServer('guichet', setting), {})
  try {
    const { port } = server.contender
    const forms = writeForms(setting)
    const tokens = await collectTokens(port, forms, join(setting.folder, 'tokens-guichet.txt'))
    const { accounts } = setting
    const most = await measure({
      ...{ port, mode: 'balance', file: tokens, accounts, seconds: plan.seconds },
      ...{ connections: 64, keepAlive: true },
    })
    return await holdHalf(most.rate, { setting, server, tokens, seconds, say })
  } finally {
    await server.stop()
    await setting.close()
  }
}

type Holding = {
  setting: Setting
  server: Running
  /** A file of tokens, of which the first is used. */
  tokens: string
  seconds: number
  say: (line: string) => void
}

/** Holds half of this rate of balances. @throws Error if a response is not 2xx */
export async function holdHalf(
  rate: number,
  { setting, server, tokens, seconds, say }: Holding,
): Promise<string> {
  const memoryBefore = await server.memory()
  const clients = 32
  const perClient = Math.max(1, Math.floor(rate / 2 / clients))
  say(`at most ${Math.round(rate)} a second; holding ${perClient * clients} for ${seconds} s`)
  const log = join(setting.folder, 'h2load.log')
  writeFileSync(log, '')
  const output = await run('h2load', [
    '--h1',
    `--rps=${perClient}`,
    `--clients=${clients}`,
    `--duration=${seconds}`,
    `--log-file=${log}`,
    `--header=Authorization: Bearer ${readFileSync(tokens, 'utf8').split('\n')[0]}`,
    `http://127.0.0.1:${server.contender.port}/api/eWallet/v1/account?msisdn=${setting.accounts.first}`,
  ])
  const failed = /(\d+) 4xx, (\d+) 5xx/.exec(output)?.slice(1).map(Number) ?? [Number.NaN]
  if (failed.some((count) => count !== 0)) throw new Error(`not every answer was 2xx:\n${output}`)
  const latencies = readLatencies(log)
  const at = (share: number) => percentile(latencies, share).toFixed(1)
  return `At ${perClient * clients} balances a second for ${seconds} s (half of ${Math.round(rate)}): p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (bar ≤ 10 ms), p99.9 ${at(0.999)} ms, ${latencies.length} answers, all 2xx. Memory ${memoryBefore} MB before, ${await server.memory()} MB after (bar ≤ 160). One token and one account: h2load holds a rate but draws nothing at random.`
}

/** h2load logs start, status and microseconds of each request, separated by tabs. */
function readLatencies(log: string): number[] {
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  return lines.map((line) => Number(line.split('\t')[2]) / 1000)
}
