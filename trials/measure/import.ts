import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process'
import { createWriteStream, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { endOf, spawnNode } from '@/scripts/launch/spawn'
import { say } from '@/scripts/launch/start/console'
import { compare, load, loadDuring, startCalls } from './calls'
import { type Database, startDatabase } from './setting'

const quietSeconds = 20
const firstMsisdn = 221_700_000_000
const sampleMilliseconds = 500
/** As a share of the time of its first quarter. */
const mostGrowth = 0.25

/** One account in so many changes afterwards. */
const oneChanges = 50

/**
 * Imports that many accounts with the operators' command while a gateway serves: once killed while it stores, which
 * must change nothing, and then to its end. Then a stream of changes.
 */
export async function measureImport(rows: number): Promise<number> {
  const database = await startDatabase()
  const file = join(database.installation.dataDir, 'accounts.csv')
  await writeAccounts(file, rows)
  say(`${rows} accounts in a file of ${Math.round(statSync(file).size / 1e6)} MB.`)
  const call = await startCalls(database)
  const quiet = await load(call, quietSeconds * 1000)
  const killed = await runImport(database, [file], { kill: true })
  const left = await count(database)
  say(`Killed while storing, after ${killed.seconds.toFixed(1)} s: ${left} accounts are there (0 wanted).`)
  const { busy, result } = await loadDuring(call, runImport(database, [file]))
  const { code, seconds, memory } = result
  const stored = await count(database)
  say(`Run again: ${stored} accounts in ${seconds.toFixed(1)} s (${Math.round(stored / seconds)} a second).`)
  say(`Memory of the import: ${memory.early} MB in its first quarter, ${memory.most} MB at most.`)
  say(compare(quiet, busy))
  const changes = Math.ceil(rows / oneChanges)
  const stream = await runImport(database, ['--watch', '--bad-file', '/dev/null'], {
    input: listChanges(changes, rows),
  })
  const applied = stream.acknowledged.reduce((sum, each) => sum + each.applied, 0)
  say(
    `A stream of changes: ${applied} of ${changes} applied, ${Math.round(applied / stream.seconds)} a second.`,
  )
  const isFlat = memory.most <= memory.early * (1 + mostGrowth)
  const isStored = code === 0 && left === 0 && stored === rows && applied === changes
  return isStored && busy.failed === 0 && isFlat ? 0 : 1
}

async function writeAccounts(file: string, rows: number): Promise<void> {
  function* lines() {
    yield 'msisdn,type,status,currency,balance,frozen_balance\n'
    for (let done = 0; done < rows; ) {
      let text = ''
      for (const end = Math.min(rows, done + 10_000); done < end; done++)
        text += `${firstMsisdn + done},customer,active,XOF,${(done * 37) % 1_000_000},0\n`
      yield text
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
}

/** JSON lines of accounts spread over the table. */
function* listChanges(count: number, rows: number): Generator<string> {
  const as_of = new Date().toISOString()
  for (let n = 0; n < count; n++) {
    const msisdn = String(firstMsisdn + ((n * 7919) % rows))
    const balance = String(2_000_000 + n)
    const rest = { type: 'customer', status: 'active', currency: 'XOF', balance, frozen_balance: '0', as_of }
    yield `${JSON.stringify({ msisdn, ...rest })}\n`
  }
}

type Run = { input?: Iterable<string>; kill?: boolean }

/** The command itself, in a separate process. */
async function runImport({ installation }: Database, args: string[], { input = [], kill }: Run = {}) {
  const began = performance.now()
  const program = ['scripts/operate/guichet.mjs', 'import-accounts', ...args, '--environment', 'production']
  const { keys, databases } = installation
  const env = { ...keys, NODE_ENV: 'production' as const, DATABASE_URL: databases.owner }
  const child = spawnNode(program, env as NodeJS.ProcessEnv, 'pipe') as ChildProcessWithoutNullStreams
  const samples: number[] = []
  const timer = setInterval(() => samples.push(memoryOf(child)), sampleMilliseconds)
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text)
    if (kill && text.includes('Storing')) child.kill('SIGKILL')
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = endOf(child)
  // Who is killed reads no more.
  await pipeline(Readable.from(input), child.stdin).catch(() => {})
  const code = await ended
  clearInterval(timer)
  const known = samples.filter((each) => each > 0)
  const early = Math.max(...known.slice(0, Math.ceil(known.length / 4)))
  const acknowledged: { applied: number }[] = said
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  const seconds = (performance.now() - began) / 1000
  return { code, seconds, memory: { early, most: Math.max(...known) }, acknowledged }
}

/** Resident, in MB. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
  } catch {
    return 0
  }
}

async function count({ client }: Database): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(*)::float8 AS count FROM wallet_account WHERE environment = 'production'`,
  )
  return rows[0].count
}
