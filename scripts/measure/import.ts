import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { basicEnvironment } from '../build/run'
import { projectRoot } from '../root'
import { say } from '../start/console'
import { compare, load, startCalls } from './calls'
import { type Database, startDatabase } from './setting'

const quietSeconds = 20
const firstMsisdn = 221_700_000_000
const sampleMilliseconds = 500
/** As a part of what it took in its first quarter. */
const mostGrowth = 0.25

/**
 * Imports that many accounts by the operators' command while a gateway answers: once killed in the middle of storing,
 * which must change nothing, and then to its end.
 */
export async function measureImport(rows: number): Promise<number> {
  const database = await startDatabase()
  const file = join(database.installation.dataDir, 'accounts.csv')
  await writeAccounts(file, rows)
  say(`${rows} accounts in a file of ${Math.round(statSync(file).size / 1e6)} MB.`)
  const call = await startCalls(database)
  const quiet = await load(call, quietSeconds * 1000)
  const killed = await runImport(database, file, true)
  const left = await count(database)
  say(`Killed while storing, after ${killed.seconds.toFixed(1)} s: ${left} accounts are there (0 wanted).`)
  const imported = runImport(database, file, false)
  let working = true
  imported.finally(() => {
    working = false
  })
  const busy = await load(call, Number.POSITIVE_INFINITY, () => working)
  const { code, seconds, memory } = await imported
  const stored = await count(database)
  say(`Run again: ${stored} accounts in ${seconds.toFixed(1)} s (${Math.round(stored / seconds)} a second).`)
  say(`Memory of the import: ${memory.early} MB in its first quarter, ${memory.most} MB at most.`)
  say(compare(quiet, busy))
  const isFlat = memory.most <= memory.early * (1 + mostGrowth)
  return code === 0 && left === 0 && stored === rows && busy.failed === 0 && isFlat ? 0 : 1
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

/** The command itself, in a process of its own. */
async function runImport({ installation }: Database, file: string, kill: boolean) {
  const began = performance.now()
  const args = ['--import', 'tsx', 'scripts/import-accounts.ts', file, '--environment', 'production']
  const { keys, databases } = installation
  const env = {
    ...basicEnvironment(),
    ...keys,
    NODE_ENV: 'production' as const,
    DATABASE_URL: databases.owner,
  }
  const child = spawn(process.execPath, args, { cwd: projectRoot, env, stdio: ['ignore', 'inherit', 'pipe'] })
  const samples: number[] = []
  const timer = setInterval(() => samples.push(memoryOf(child)), sampleMilliseconds)
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text)
    if (kill && text.includes('Storing')) child.kill('SIGKILL')
  })
  const code = await new Promise<number | null>((done) => child.once('close', done))
  clearInterval(timer)
  const known = samples.filter((each) => each > 0)
  const early = Math.max(...known.slice(0, Math.ceil(known.length / 4)))
  return { code, seconds: (performance.now() - began) / 1000, memory: { early, most: Math.max(...known) } }
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
