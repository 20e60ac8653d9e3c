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

const ports = { guichet: 4806, constant: 4808 }
const applications = 100

/** The bars: calls per second of CPU time, to those of a constant server behind the same proxy. */
const cases = {
  'balances, 100 connections kept open': { bar: 0.7, connections: 100, mode: 'balance', keepAlive: true },
  'tokens, each on a new TLS connection': { bar: 0.8, connections: 32, mode: 'token', keepAlive: false },
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
  const constant = await startContender(describeServer('constant', setting), {})
  const servers = { guichet: gateway, constant }
  const names = Object.keys(servers) as (keyof typeof servers)[]
  const proxies = {
    guichet: await startContender(describeProxy(setting, 'guichet', gateway.contender.port), {}),
    constant: await startContender(describeProxy(setting, 'constant', constant.contender.port), {}),
  }
  const postmaster = findPostmaster(findPlace(setting.folder)?.data ?? '')?.pid ?? 0
  const forms = writeForms(setting)
  const read = (name: keyof typeof servers) => ({
    gateway: inAll(timeOf(servers[name].pid)),
    database: name === 'guichet' ? inAll(timeOfChildren(postmaster)) : 0,
    proxy: inAll(timeOf(proxies[name].pid)),
  })
  const measured: Record<string, Round[]> = {}
  try {
    for (let round = 1; round <= plan.rounds; round += 1) {
      for (const [what, name] of (Object.keys(cases) as Case[]).flatMap((each) =>
        names.map((server) => [each, server] as const),
      )) {
        const { bar: _bar, ...load } = cases[what]
        const port = ports[name]
        const tokens = await collectTokens(gateway.contender.port, forms, join(setting.folder, 'tokens.txt'))
        const before = read(name)
        const { rate, failures } = await measure({
          ...({ ...load, port, tls: true, accounts: setting.accounts } satisfies Partial<Load>),
          file: load.mode === 'token' ? forms : tokens,
          seconds: plan.seconds,
        })
        const after = read(name)
        if (failures > 0) throw new Error(`${failures} requests failed`)
        const calls = rate * plan.seconds
        const costs = { gateway: 0, database: 0, proxy: 0 }
        for (const tier of tiers) costs[tier] = (after[tier] - before[tier]) / calls
        const perSecond = 1_000_000 / tiers.reduce((sum, tier) => sum + costs[tier], 0)
        const key = `${what}, ${name}`
        measured[key] = [...(measured[key] ?? []), { rate, perSecond, costs }]
        say(
          `round ${round}  ${key.padEnd(48)} ${Math.round(rate)} a second, ${Math.round(perSecond)} per CPU-second`,
        )
      }
    }
  } finally {
    for (const each of [...Object.values(proxies), gateway, constant]) await each.stop()
    await setting.close()
  }
  return render(plan, measured)
}

/** `ops/haproxy.cfg`, with the Sandbox's gateway alone behind it and TLS 1.3 alone in front. */
function describeProxy({ folder }: Setting, name: keyof typeof ports, server: number): Contender {
  const port = ports[name]
  const certificates = join(folder, `certificate-${name}`)
  mkdirSync(certificates, { recursive: true })
  const { cert, key } = createCertificate(certificates, 'localhost')
  const pem = join(folder, `${name}.pem`)
  writeFileSync(pem, Buffer.concat([cert, key]))
  const config = join(folder, `${name}.cfg`)
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
    .replaceAll('127.0.0.1:4001', `127.0.0.1:${server}`)
  writeFileSync(config, text)
  return { name: `haproxy of ${name}`, port, command: ['haproxy', '-db', '-f', config], env: {} }
}

function render({ rounds, seconds }: Plan, measured: Record<string, Round[]>): string {
  const lines = Object.entries(measured).map(([name, results]) => {
    const of = (pick: (round: Round) => number) => median(results.map(pick))
    const perSecond = results.map((round) => round.perSecond)
    const [what = ''] = name.split(/, (?=\w+$)/)
    const ofConstant = median((measured[`${what}, constant`] ?? []).map((round) => round.perSecond))
    const { bar } = cases[what as Case]
    return `| ${[
      name,
      Math.round(of(({ rate }) => rate)),
      ...tiers.map((tier) => of(({ costs }) => costs[tier]).toFixed(1)),
      `${Math.round(median(perSecond))} (± ${Math.round(spread(perSecond) * 100)} %)`,
      name.endsWith('constant') ? '' : (median(perSecond) / ofConstant).toFixed(2),
      name.endsWith('constant') ? '' : `≥ ${bar}`,
    ].join(' | ')} |`
  })
  return `Figures are ${describeRounds(rounds, seconds, 'interleaved ')}, ${applications} applications, HAProxy with TLS 1.3 and a P-256 certificate in front. CPU time of one call in µs, for each tier.

| | a second | server | database | proxy | calls per CPU-second | to constant | bar |
|---|---|---|---|---|---|---|---|
${lines.join('\n')}`
}
