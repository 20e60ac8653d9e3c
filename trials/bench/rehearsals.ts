import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@/lib/ids'
import { waitUntil } from '@/lib/timeout'
import { callsPerSecond, type RehearsalLoad, rehearsing, startRehearsalLoad } from '@/trials/rehearsal-load'
import { median, percentile, spread } from '@/trials/statistics'
import { type Running, startContender } from './contenders'
import { describeRounds } from './describe-rounds'
import { holdHalf } from './half-load'
import { buildServers, describeServer, type ServerName } from './servers'
import { prepareSetting, type Setting, writeForms } from './setting'
import { bars, type Plan } from './table'
import { collectTokens } from './tokens'
import { type Measure, measure } from './wrk'

/** The bars that need no Next application. */
const peers = ['oidc-provider', 'oauth2-server', 'constant'] as const satisfies ServerName[]
/** What the hundred applications do while the others are measured. */
const phases = ['nothing', 'calls', 'calls in rehearsal'] as const
type Phase = (typeof phases)[number]

/**
 * What others notice of a hundred rehearsals that make 500 calls a second in all: the balances that they get, against the
 * peers of the table and the same calls without rehearsals, and the latency at half of that rate. Every call of the
 * rehearsals has to be recorded.
 */
export async function measureRehearsals(
  plan: Plan,
  seconds: number,
  say: (line: string) => void,
): Promise<string> {
  await buildServers(['guichet', ...peers])
  const setting = await prepareSetting('rehearsals', plan.applications, plan.accounts)
  const running = new Map<ServerName, Running>()
  try {
    for (const name of ['guichet', ...peers] as const)
      running.set(name, await startContender(describeServer(name, setting), {}))
    const measured = await measureRounds(plan, setting, running, say)
    const most = median((measured.get('nothing') ?? []).map(({ rate }) => rate))
    const server = running.get('guichet') as Running
    await startRehearsals(setting)
    const calls = await startCalls(setting, server)
    const tokens = await collectOthers(setting, server)
    const half = await holdHalf(most, { setting, server, tokens, seconds, say })
    const latencies = await calls.stop()
    const recorded = await countRecorded(setting)
    const at = (share: number) => percentile(latencies, share).toFixed(1)
    return [
      renderTable(plan, measured),
      half,
      `Meanwhile the rehearsals made ${latencies.length} calls, all 200: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${recorded}.`,
    ].join('\n\n')
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
): Promise<Map<string, Measure[]>> {
  const measured = new Map<string, Measure[]>()
  const server = running.get('guichet') as Running
  const add = async (name: string, port: number, file: string) => {
    const load = { port, mode: 'balance', file, accounts: setting.accounts, seconds: plan.seconds } as const
    const result = await measure({ ...load, connections: 64, keepAlive: true })
    if (result.failures > 0) throw new Error(`${name} failed ${result.failures} times`)
    measured.set(name, [...(measured.get(name) ?? []), result])
    say(`${name.padEnd(20)} ${Math.round(result.rate)} a second, p99 ${result.p99.toFixed(1)} ms`)
  }
  for (let round = 1; round <= plan.rounds; round += 1) {
    for (const phase of phases) {
      if (phase === 'calls in rehearsal') await startRehearsals(setting)
      const calls = phase === 'nothing' ? null : await startCalls(setting, server)
      await add(phase, server.contender.port, await collectOthers(setting, server))
      await calls?.stop()
      await endRehearsals(setting)
    }
    for (const name of peers) {
      const { port } = (running.get(name) as Running).contender
      // The constant server neither issues tokens nor checks them.
      const file = join(setting.folder, `tokens-${name === 'constant' ? 'guichet' : name}.txt`)
      if (name !== 'constant') await collectTokens(port, writeForms(setting), file)
      await add(name, port, file)
    }
  }
  return measured
}

/** Tokens of the applications that rehearse nothing. */
function collectOthers(setting: Setting, { contender }: Running): Promise<string> {
  const forms = writeForms(setting, setting.applications.slice(rehearsing))
  return collectTokens(contender.port, forms, join(setting.folder, 'tokens-guichet.txt'))
}

async function startRehearsals({ client, applications }: Setting): Promise<void> {
  for (const { applicationId } of applications.slice(0, rehearsing))
    await client.query('SELECT start_rehearsal($1, $2)', [applicationId, newId()])
}

async function endRehearsals({ client, applications }: Setting): Promise<void> {
  for (const { applicationId } of applications.slice(0, rehearsing))
    await client.query('SELECT end_rehearsal($1)', [applicationId])
}

/** With the tokens of the first hundred applications. */
async function startCalls(setting: Setting, { contender: { port } }: Running): Promise<RehearsalLoad> {
  const forms = writeForms(setting, setting.applications.slice(0, rehearsing))
  const file = await collectTokens(port, forms, join(setting.folder, 'tokens-rehearsing.txt'))
  const tokens = readFileSync(file, 'utf8').trim().split('\n')
  return startRehearsalLoad({ port, tokens, msisdn: String(setting.accounts.first) })
}

/** Of the rehearsals that still run, once the gateway has written the last calls. @throws Error if one is missing */
async function countRecorded({ client }: Setting): Promise<string> {
  const count = async (): Promise<{ counted: number; recorded: number }> => {
    const { rows } = await client.query(
      `SELECT sum(calls)::int AS counted, (SELECT count(*)::int FROM recent_call c JOIN rehearsal r ON r.id = c.rehearsal_id
         WHERE r.ended_at IS NULL) AS recorded
       FROM rehearsal WHERE ended_at IS NULL`,
    )
    return rows[0]
  }
  const isComplete = async () => {
    const { counted, recorded } = await count()
    return counted === recorded
  }
  await waitUntil(isComplete, 10_000, 250)
  const { counted, recorded } = await count()
  if (counted !== recorded) throw new Error(`${counted} calls were counted, ${recorded} recorded`)
  return `${counted} counted and ${recorded} recorded`
}

function renderTable({ rounds, seconds }: Plan, measured: Map<string, Measure[]>): string {
  const rateOf = (name: string) => median((measured.get(name) ?? []).map(({ rate }) => rate))
  const lines = [
    `Balances of other applications while the ${rehearsing} make nothing, ${callsPerSecond} calls a second in all, or the same in rehearsals; ${describeRounds(rounds, seconds, 'interleaved ')}, 64 connections.`,
    '',
    `| meanwhile | a second | spread | p99 ms | to the first | ${peers.map((peer) => `to ${peer} (bar ≥ ${bars.balance[peer]})`).join(' | ')} |`,
    `|${'---|'.repeat(5 + peers.length)}`,
  ]
  for (const phase of phases) {
    const results = measured.get(phase) ?? []
    const cells = [
      phase satisfies Phase,
      Math.round(rateOf(phase)),
      `± ${Math.round(spread(results.map(({ rate }) => rate)) * 100)} %`,
      median(results.map(({ p99 }) => p99)).toFixed(1),
      (rateOf(phase) / rateOf('nothing')).toFixed(2),
      ...peers.map((peer) => (rateOf(phase) / rateOf(peer)).toFixed(2)),
    ]
    lines.push(`| ${cells.join(' | ')} |`)
  }
  return lines.join('\n')
}
