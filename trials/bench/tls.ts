import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPlace } from '@/scripts/launch/postgres/place'
import { findPostmaster } from '@/scripts/launch/postgres/postmaster'
import { projectRoot } from '@/scripts/launch/root'
import { createCertificate } from '@/test/certificate'
import { inAll, timeOf, timeOfChildren } from '@/trials/process-times'
import { median, spread } from '@/trials/statistics'
import { type Contender, startContender } from './contenders'
import { describeRounds } from './describe-rounds'
import { buildServer, describeServer } from './servers'
import { prepareSetting, type Setting, writeForms } from './setting'
import type { Plan } from './table'
import { collectTokens } from './tokens'
import { type Load, measure } from './wrk'

const port = 4806
const applications = 100

/** What others publish for one CPU, and the bars, in calls per second of CPU time. */
const cases = {
  'balances, 100 connections kept open': { bar: 12_000, connections: 100, mode: 'balance', keepAlive: true },
  'tokens, each on a new TLS connection': { bar: 1_300, connections: 32, mode: 'token', keepAlive: false },
} as const
type Case = keyof typeof cases
const tiers = ['gateway', 'database', 'proxy'] as const
type Round = { rate: number; perSecond: number; costs: Record<(typeof tiers)[number], number> }

/**
 * Calls over TLS 1.3 per second of CPU time, of gateway, database and HAProxy together. The generator, which
 * also encrypts, is not counted.
 */
export async function measureTls(plan: Plan, say: (line: string) => void): Promise<string> {
  buildServer()
  const setting = await prepareSetting('tls', applications, plan.accounts)
  const gateway = await startContender(describeServer('guichet', setting), {})
  const proxy = await startContender(describeProxy(setting, gateway.contender.port), {})
  const postmaster = findPostmaster(findPlace(setting.folder)?.data ?? '')?.pid ?? 0
  const forms = writeForms(setting)
  const read = () => ({
    gateway: inAll(timeOf(gateway.pid)),
    database: inAll(timeOfChildren(postmaster)),
    proxy: inAll(timeOf(proxy.pid)),
  })
  const measured: Record<string, Round[]> = {}
  try {
    for (let round = 1; round <= plan.rounds; round += 1) {
      for (const name of Object.keys(cases) as Case[]) {
        const { bar: _bar, ...load } = cases[name]
        const tokens = await collectTokens(gateway.contender.port, forms, join(setting.folder, 'tokens.txt'))
        const before = read()
        const { rate, failures } = await measure({
          ...({ ...load, port, tls: true, accounts: setting.accounts } satisfies Partial<Load>),
          file: load.mode === 'token' ? forms : tokens,
          seconds: plan.seconds,
        })
        const after = read()
        if (failures > 0) throw new Error(`${failures} requests failed`)
        const calls = rate * plan.seconds
        const costs = { gateway: 0, database: 0, proxy: 0 }
        for (const tier of tiers) costs[tier] = (after[tier] - before[tier]) / calls
        const perSecond = 1_000_000 / tiers.reduce((sum, tier) => sum + costs[tier], 0)
        measured[name] = [...(measured[name] ?? []), { rate, perSecond, costs }]
        say(
          `round ${round}  ${name.padEnd(38)} ${Math.round(rate)} a second, ${Math.round(perSecond)} per CPU-second`,
        )
      }
    }
  } finally {
    await proxy.stop()
    await gateway.stop()
    await setting.close()
  }
  return render(plan, measured)
}

/** `ops/haproxy.cfg`, with the Sandbox's gateway alone behind it and TLS 1.3 alone in front. */
function describeProxy({ folder }: Setting, gateway: number): Contender {
  const certificates = join(folder, 'certificate')
  mkdirSync(certificates, { recursive: true })
  const { cert, key } = createCertificate(certificates, 'localhost')
  const pem = join(folder, 'proxy.pem')
  writeFileSync(pem, Buffer.concat([cert, key]))
  const config = join(folder, 'haproxy.cfg')
  const text = readFileSync(join(projectRoot, 'ops/haproxy.cfg'), 'utf8')
    .replace(/^frontend http\n[\s\S]*?\n\n/m, '')
    .replace(/^backend (portal|unknown)\n[\s\S]*?\n\n/gm, '')
    .replace(/^backend production\n[\s\S]*/m, '')
    .replace(/^ {2}use_backend .*\n/gm, '')
    .replace('default_backend unknown', 'default_backend sandbox')
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('/etc/haproxy/certificates/', pem)
    .replace('ssl-min-ver TLSv1.2', 'ssl-min-ver TLSv1.3')
    .replace('maxconn 20000', 'maxconn 1000')
    .replaceAll('127.0.0.1:4001', `127.0.0.1:${gateway}`)
  writeFileSync(config, text)
  return { name: 'haproxy', port, command: ['haproxy', '-db', '-f', config], env: {} }
}

function render({ rounds, seconds }: Plan, measured: Record<string, Round[]>): string {
  const lines = Object.entries(measured).map(([name, results]) => {
    const of = (pick: (round: Round) => number) => median(results.map(pick))
    const perSecond = results.map((round) => round.perSecond)
    return `| ${[
      name,
      Math.round(of(({ rate }) => rate)),
      ...tiers.map((tier) => of(({ costs }) => costs[tier]).toFixed(1)),
      `${Math.round(median(perSecond))} (± ${Math.round(spread(perSecond) * 100)} %)`,
      `≥ ${cases[name as Case].bar}`,
    ].join(' | ')} |`
  })
  return `Figures are ${describeRounds(rounds, seconds, 'interleaved ')}, ${applications} applications, HAProxy with TLS 1.3 and a P-256 certificate in front. CPU time of one call in µs, for each tier.

| | a second | gateway | database | proxy | calls per CPU-second | bar |
|---|---|---|---|---|---|---|
${lines.join('\n')}`
}
