import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { bundle } from '@/scripts/launch/bundle.mjs'
import { projectRoot } from '@/scripts/launch/root'
import { endOf } from '@/scripts/launch/spawn'
import { startContender } from './contenders'
import { firstAccount, seedAccounts } from './seed'
import { prepareSetting, type Setting } from './setting'

const port = 4821
const batchSize = 1000
const bar = 0.6
const key = 'bench-key-0123456789-0123456789-abcdef'

type Batch = { body: Buffer; lines: string }

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
  const setting = await prepareSetting('feed', 1, 1)
  await seedAccounts(setting.client, accounts, 'production')
  await setting.client.query('GRANT TEMPORARY ON DATABASE guichet TO guichet_feed')
  const feed = await startContender(describeFeed(out, setting), {})
  const results: { senders: number; psql: number; feed: number }[] = []
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
  } finally {
    await feed.stop()
    await setting.close()
  }
  return describe(results)
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
      PORTAL_PORT: '4811',
      SANDBOX_PORT: '4810',
      PRODUCTION_PORT: '4812',
      MAILBOX_PORT: '4813',
      MAILBOX_SMTP_PORT: '4814',
      METRICS_PORT: '4831',
    },
  }
}

/** Whole accounts with new amounts, each later than all before. */
function prepare(batches: number, accounts: number): Batch[] {
  return Array.from({ length: batches }, () => {
    const numbers = new Set<number>()
    while (numbers.size < batchSize) numbers.add(firstAccount + Math.floor(Math.random() * accounts))
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
    return { body: Buffer.from(JSON.stringify(changes)), lines: lines.join('') }
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
    const median = (of: (each: (typeof own)[number]) => number) =>
      own.map(of).sort((a, b) => a - b)[Math.floor(own.length / 2)] ?? 0
    const ratio = median((each) => each.feed / each.psql).toFixed(2)
    return `| ${senders} | ${median((each) => each.psql)} | ${median((each) => each.feed)} | ${ratio} | ≥ ${bar} |`
  })
  return ['| senders | psql | feed | ratio | bar |', '|---|---|---|---|---|', ...rows].join('\n')
}
