import { join } from 'node:path'
import { median, spread } from '@/trials/statistics'
import { type Running, startContender } from './contenders'
import { describeRounds } from './describe-rounds'
import { buildServer, describeServer, type ServerName } from './servers'
import { prepareSetting, type Setting, writeForms } from './setting'
import { collectTokens } from './tokens'
import { type Measure, measure } from './wrk'

type Endpoint = 'token' | 'balance'
export type Plan = {
  rounds: number
  seconds: number
  applications: number
  accounts: number
}

const peers = ['oidc-provider', 'oauth2-server'] as const

const field: Record<Endpoint, readonly ServerName[]> = {
  token: ['guichet', ...peers],
  balance: ['guichet', ...peers, 'constant'],
}

/** Our target rate as a multiple of each peer's; for the constant server, as a share of its rate. */
const bars: Record<Endpoint, Partial<Record<ServerName, number>>> = {
  token: { 'oidc-provider': 14, 'oauth2-server': 14 },
  balance: { 'oidc-provider': 5.5, 'oauth2-server': 10, constant: 0.6 },
}

/**
 * All servers run at the same time, idle except the measured one; rounds interleave them, so that drift affects all.
 */
export async function measureTable(plan: Plan, say: (line: string) => void): Promise<string> {
  buildServer()
  const setting = await prepareSetting('table', plan.applications, plan.accounts)
  const running = new Map<ServerName, Running>()
  try {
    for (const name of field.balance)
      running.set(name, await startContender(describeServer(name, setting), {}))
    const ours = running.get('guichet') as Running
    const before = await ours.memory()
    const { measured, memories } = await measureRounds(plan, setting, running, say)
    const memory = `Resident memory of our process in MB: ${before} at rest before, after each round ${memories.join(', ')}.`
    return `${renderTable(plan, measured)}\n\n${memory}`
  } finally {
    for (const server of running.values()) await server.stop()
    await setting.close()
  }
}

async function measureRounds(
  plan: Plan,
  setting: Setting,
  running: Map<ServerName, Running>,
  say: (line: string) => void,
): Promise<{ measured: Map<string, Measure[]>; memories: number[] }> {
  const forms = writeForms(setting)
  const measured = new Map<string, Measure[]>()
  const memories: number[] = []
  for (let round = 1; round <= plan.rounds; round += 1) {
    for (const endpoint of ['token', 'balance'] as const) {
      for (const name of field[endpoint]) {
        const { contender } = running.get(name) as Running
        const file = await chooseFile(endpoint, name, contender.port, forms, setting)
        const result = await measure({
          port: contender.port,
          mode: endpoint,
          file,
          keepAlive: true,
          seconds: plan.seconds,
          accounts: setting.accounts,
          connections: 64,
        })
        if (result.failures > 0) throw new Error(`${name} failed ${result.failures} times on ${endpoint}`)
        const key = `${endpoint} ${name}`
        measured.set(key, [...(measured.get(key) ?? []), result])
        say(
          `round ${round}  ${key.padEnd(22)} ${Math.round(result.rate)} a second, p99 ${result.p99.toFixed(1)} ms`,
        )
      }
    }
    memories.push(await (running.get('guichet') as Running).memory())
  }
  return { measured, memories }
}

async function chooseFile(
  endpoint: Endpoint,
  name: ServerName,
  port: number,
  forms: string,
  setting: Setting,
) {
  if (endpoint === 'token') {
    // Programs that run for hours renew a token every 210 s; ten seconds that start without one would mostly mint.
    if (name === 'guichet') await collectTokens(port, forms, join(setting.folder, `tokens-${name}.txt`))
    return forms
  }
  // The constant server neither issues tokens nor checks them.
  if (name === 'constant') return join(setting.folder, 'tokens-guichet.txt')
  return collectTokens(port, forms, join(setting.folder, `tokens-${name}.txt`))
}

function renderTable({ rounds, seconds }: Plan, measured: Map<string, Measure[]>): string {
  const lines = [
    `Figures are ${describeRounds(rounds, seconds, 'interleaved ')}, 64 connections, keep-alive.`,
    '',
    '| endpoint | server | requests a second | spread | p50 ms | p99 ms | ours to this | bar |',
    '|---|---|---|---|---|---|---|---|',
  ]
  for (const endpoint of ['token', 'balance'] as const) {
    const ours = median((measured.get(`${endpoint} guichet`) ?? []).map(({ rate }) => rate))
    for (const name of field[endpoint]) {
      const results = measured.get(`${endpoint} ${name}`) ?? []
      const rates = results.map(({ rate }) => rate)
      const bar = bars[endpoint][name]
      const cells = [
        endpoint,
        name,
        Math.round(median(rates)),
        `± ${Math.round(spread(rates) * 100)} %`,
        median(results.map(({ p50 }) => p50)).toFixed(1),
        median(results.map(({ p99 }) => p99)).toFixed(1),
        name === 'guichet' ? '' : (ours / median(rates)).toFixed(2),
        bar === undefined ? '' : `≥ ${bar}`,
      ]
      lines.push(`| ${cells.join(' | ')} |`)
    }
  }
  return lines.join('\n')
}
