import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bundle } from '@/scripts/launch/bundle.mjs'
import { projectRoot } from '@/scripts/launch/root'
import { endOf } from '@/scripts/launch/spawn'
import { median } from '@/trials/statistics'
import { type Contender, startContender } from './contenders'
import { firstAccount } from './seed'
import { buildServer, describeServer, otherPorts } from './servers'
import { prepareSetting, type Setting, writeForms } from './setting'
import { collectTokens } from './tokens'
import { measure } from './wrk'

const port = 4821
const batchSize = 1000
const bars = { rate: 0.6, kept: 0.8, servedMs: 100 }
const [callers, changesASecond, smallBatch] = [32, 2000, 100]
const key = 'bench-key-0123456789-0123456789-abcdef'

type Batch = { body: Buffer; lines: string; last: { msisdn: string; balance: { value: number } } }

/**
 * The feed next to `psql` that copies the same changes into a table and inserts or updates them from there, as the same
 * role, in batches of 1,000, one transaction each.
 */
export async function measureFeed(
  rounds: number,
  accounts: number,
  batches: number,
  say: (line: string) => void,
): Promise<string> {
  const out = join(import.meta.dirname, '.bench')
  bundle(projectRoot, { feed: 'feed/main.ts' }, out)
  const setting = await prepareSetting('feed', callers, accounts, 'production')
  await setting.client.query('GRANT TEMPORARY ON DATABASE guichet TO guichet_feed')
  const feed = await startContender(describeFeed(out, setting))
  const results: { senders: number; psql: number; feed: number }[] = []
  let alongside = ''
  try {
    for (let round = 0; round <= rounds; round++)
      for (const senders of [1, 4]) {
        const psql = await timed(() => writeByPsql(setting, prepare(batches, accounts), senders))
        const fed = await timed(() => send(prepare(batches, accounts), senders))
        const [rateOfPsql, rateOfFeed] = [psql, fed].map((ms) =>
          Math.round((batches * batchSize * 1000) / ms),
        )
        say(`${senders} senders: psql ${rateOfPsql}/s, feed ${rateOfFeed}/s, ${await feed.memory()} MB`)
        // The first round is for the compilers.
        if (round > 0) results.push({ senders, psql: rateOfPsql as number, feed: rateOfFeed as number })
      }
    alongside = await measureAlongside(setting, accounts, rounds, say)
  } finally {
    await feed.stop()
    await setting.close()
  }
  return `${describe(results)}\n\n${alongside}`
}

/** Calls of 32 callers in turns with and without changes, and how long after its response a change is served. */
async function measureAlongside(
  setting: Setting,
  accounts: number,
  rounds: number,
  say: (line: string) => void,
): Promise<string> {
  buildServer()
  const contender = describeServer('guichet', setting)
  const ports = { SANDBOX_PORT: '4810', PRODUCTION_PORT: String(contender.port) }
  Object.assign(contender.env, {
    GATEWAY_ENVIRONMENT: 'production',
    PRODUCTION_RATE_LIMIT: '10000000',
    ...ports,
  })
  const gateway = await startContender(contender)
  const kept: number[] = []
  const served: number[] = []
  try {
    for (let round = 0; round <= rounds; round++) {
      const { port } = contender
      const file = await collectTokens(port, writeForms(setting), join(setting.folder, 'tokens.txt'))
      const load = { port, accounts: setting.accounts, seconds: 4, connections: callers }
      const [token = ''] = readFileSync(file, 'utf8').split('\n')
      const alone = await measure({ ...load, mode: 'balance', file })
      const writing = writeSteadily(accounts, load.seconds, contender, token)
      const next = await measure({ ...load, mode: 'balance', file })
      const times = await writing
      if (alone.failures + next.failures > 0) throw new Error('calls failed')
      say(
        `${Math.round(alone.rate)} calls/s, ${Math.round(next.rate)} next to ${times.length * smallBatch} changes`,
      )
      if (round === 0) continue
      kept.push(next.rate / alone.rate)
      served.push(...times)
    }
  } finally {
    await gateway.stop()
  }
  const late = served.toSorted((a, b) => a - b)[Math.floor(served.length * 0.99)] ?? Number.NaN
  return `While ${changesASecond} changes a second were written, ${callers} callers kept ${median(kept).toFixed(2)} of their rate (bar ≥ ${bars.kept}); a change was served ${median(served).toFixed(0)} ms after its response in the median, ${late.toFixed(0)} ms in the 99th percentile of ${served.length} (bar ≤ ${bars.servedMs} ms).`
}

/** @returns for each request the milliseconds from its response until a call returned its last change */
async function writeSteadily(
  accounts: number,
  seconds: number,
  gateway: Contender,
  token: string,
): Promise<number[]> {
  // The feed takes four requests of a key at a time.
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const requests = (seconds * changesASecond) / smallBatch
  const began = performance.now()
  const times = await Promise.all(
    prepare(requests, accounts, smallBatch).map(async ({ body, last }, at) => {
      await pause((at * 1000 * smallBatch) / changesASecond - (performance.now() - began))
      await post(agent, body)
      const stored = performance.now()
      const url = `http://127.0.0.1:${gateway.port}/api/eWallet/v1/account?msisdn=${last.msisdn}`
      for (;;) {
        const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
        const text = await response.text()
        if (text.includes(`"balance":{"value":${last.balance.value},`)) break
        if (performance.now() - stored > 5000) throw new Error(`A change was not served: ${text}`)
      }
      return performance.now() - stored
    }),
  )
  agent.destroy()
  return times
}

function describeFeed(out: string, setting: Setting) {
  return {
    name: 'feed',
    port,
    command: [
      'node',
      ...(process.env.FEED_NODE_OPTIONS?.split(' ') ?? []),
      '--enable-source-maps',
      join(out, 'feed.js'),
    ],
    env: {
      ...setting.keys,
      DATABASE_URL: setting.feedUrl,
      FEED_KEYS: `bench:${key}`,
      FEED_PORT: String(port),
      ...otherPorts,
      METRICS_PORT: '4831',
    },
  }
}

/** Whole accounts with new amounts, each later than all before. */
function prepare(batches: number, accounts: number, size = batchSize): Batch[] {
  return Array.from({ length: batches }, () => {
    const numbers = new Set<number>()
    while (numbers.size < size) numbers.add(firstAccount + Math.floor(Math.random() * accounts))
    const under = (limit: number) => Math.floor(Math.random() * limit)
    const now = new Date().toISOString().slice(0, -1)
    const changes = [...numbers].map((number) => ({
      msisdn: String(number),
      type: 'customer',
      status: 'active',
      balance: { value: under(1_000_000), unit: 'XOF' },
      frozenBalance: { value: 0, unit: 'XOF' },
      asOf: `${now}${String(under(1000)).padStart(3, '0')}Z`,
    }))
    const lines = changes.map(
      ({ msisdn, balance: { value }, asOf }) => `${msisdn}\tcustomer\tactive\tXOF\t${value}\t0\t${asOf}\n`,
    )
    return {
      body: Buffer.from(JSON.stringify(changes)),
      lines: lines.join(''),
      last: changes.at(-1) as Batch['last'],
    }
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function writeByPsql(setting: Setting, batches: Batch[], sessions: number): Promise<void> {
  await Promise.all(
    share(batches, sessions).map(async (some, at) => {
      const file = join(setting.folder, `changes-${at}.sql`)
      writeFileSync(file, `${createStaged}${some.map(({ lines }) => writeBatch(lines)).join('')}`)
      const psql = spawn('psql', ['-qX', '-v', 'ON_ERROR_STOP=1', '-f', file, setting.feedUrl], {
        stdio: 'inherit',
      })
      if ((await endOf(psql)) !== 0) throw new Error('psql failed')
    }),
  )
}

const createStaged = `CREATE TEMPORARY TABLE staged
  (msisdn bigint, type account_type, status account_status, currency text, balance numeric, frozen_balance numeric,
   as_of timestamptz) ON COMMIT DELETE ROWS;\n`

function writeBatch(lines: string): string {
  return `BEGIN;
COPY staged FROM STDIN;
${lines}\\.
INSERT INTO wallet_account AS stored (environment, msisdn, type, status, currency, balance, frozen_balance, as_of, details_as_of)
SELECT 'production', msisdn, type, status, currency, balance, frozen_balance, as_of, as_of FROM staged ORDER BY msisdn
ON CONFLICT (environment, msisdn) DO UPDATE SET type = excluded.type, status = excluded.status, currency = excluded.currency,
  balance = excluded.balance, frozen_balance = excluded.frozen_balance, as_of = excluded.as_of,
  details_as_of = excluded.details_as_of WHERE stored.as_of <= excluded.as_of;
COMMIT;
`
}

async function send(batches: Batch[], senders: number): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  await Promise.all(
    share(batches, senders).map(async (some) => {
      for (const { body } of some) await post(agent, body)
    }),
  )
  agent.destroy()
}

function post(agent: Agent, body: Buffer): Promise<void> {
  return new Promise((done, fail) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    }
    const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', path: '/v1/changes', headers })
    sent.on('error', fail).on('response', async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      if (response.statusCode === 200 && text.includes('"refused":[]')) done()
      else fail(new Error(`${response.statusCode} ${text.slice(0, 500)}`))
    })
    sent.end(body)
  })
}

function share<T>(all: T[], parts: number): T[][] {
  return Array.from({ length: parts }, (_, part) => all.filter((_each, at) => at % parts === part))
}

function describe(results: { senders: number; psql: number; feed: number }[]): string {
  const rows = [1, 4].map((senders) => {
    const own = results.filter((each) => each.senders === senders)
    const of = (read: (each: (typeof own)[number]) => number) => median(own.map(read))
    const ratio = of((each) => each.feed / each.psql).toFixed(2)
    return `| ${senders} | ${of((each) => each.psql)} | ${of((each) => each.feed)} | ${ratio} | ≥ ${bars.rate} |`
  })
  return ['| senders | psql | feed | ratio | bar |', '|---|---|---|---|---|', ...rows].join('\n')
}
