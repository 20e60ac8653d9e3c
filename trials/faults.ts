import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { verifyAudit } from '@/lib/audit/verify'
import { closeDatabase, connectTo, database } from '@/lib/database'
import { createApplication } from '@/lib/lifecycle/create-application'
import { waitUntil } from '@/lib/timeout'
import { testFolder } from '@/scripts/check/folders'
import { findFreePorts } from '@/scripts/check/ports'
import { executeAs } from '@/scripts/launch/execute-as'
import { findPostmaster } from '@/scripts/launch/postgres/postmaster'
import { projectRoot } from '@/scripts/launch/root'
import { say, step } from '@/scripts/launch/start/console'
import { createAccount, createClient, createDeveloper } from '@/test/factories'
import {
  type Credentials,
  environmentOf,
  fetchToken,
  openData,
  readBalance,
  start,
  stop,
} from './installation'

// The fault trial: an installation of `npm start` is called and written to steadily while each of its processes, and
// then its database, is killed. Promised, whatever fails: every response is true, and what was acknowledged is kept.
// Calls that fail are counted, and are no broken promise.

const dataDir = join(testFolder, 'faults')
const folder = join(dataDir, 'demo')
const first = await findFreePorts()
const gateways = { sandbox: `http://localhost:${first + 1}`, production: `http://localhost:${first + 2}` }
const mailbox = `http://localhost:${first + 3}`
const victims = ['gateway-sandbox', 'gateway-production', 'portal', 'worker', 'postgres']
/**
 * Milliseconds: under load before a fault; until a process has to serve again; until every e-mail has to have arrived.
 */
const [quietMs, backMs, mailMs] = [3000, 15_000, 240_000]
const msisdn = '221770009999'

type Figures = { right: number; failed: number; wrong: string[] }
type Ledger = { applications: string[]; mails: Set<string> }

try {
  rmSync(dataDir, { recursive: true, force: true })
  const product = await step('The installation', () => start(projectRoot, environmentOf(dataDir, first)))
  try {
    process.exitCode = await tryAll()
  } finally {
    await stop(product)
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

async function tryAll(): Promise<number> {
  const { url, pool, place } = openData(dataDir)
  connectTo(url, 'guichet-faults')
  const isOver = new AbortController()
  const figures: Figures = { right: 0, failed: 0, wrong: [] }
  const ledger: Ledger = { applications: [], mails: new Set() }
  try {
    const work = await startWork(pool, { figures, ledger, over: isOver.signal })
    for (const victim of victims)
      await step(`kill -9 of ${victim}`, () => strike(victim, place.data, figures))
    await pause(quietMs)
    isOver.abort()
    await Promise.all(work)
    return await judge(pool, figures, ledger)
  } finally {
    isOver.abort()
    await closeDatabase()
    await pool.end()
  }
}

type Run = { figures: Figures; ledger: Ledger; over: AbortSignal }

/** Callers of both environments, someone who reads pages, and someone who creates applications. */
async function startWork(pool: Pool, run: Run): Promise<Promise<void>[]> {
  const callers = await Promise.all(
    (['sandbox', 'production'] as const).map(async (environment) => {
      await createAccount(pool, msisdn, { environment, balance: '4711' })
      const client = await createClient(pool, { environment, access: 'all' })
      await pool.query('UPDATE application SET rate_limit = 1000000 WHERE id = $1', [client.applicationId])
      return { gateway: gateways[environment], client }
    }),
  )
  return [
    ...callers.flatMap((caller) => Array.from({ length: 4 }, () => call(caller, run))),
    visit(run),
    write(run),
  ]
}

type Caller = { gateway: string; client: Credentials }

/** A token, then balances with it; a new token every few calls, which has to be the current one. */
async function call({ gateway, client }: Caller, { figures, over }: Run): Promise<void> {
  while (!over.aborted)
    await attempt(figures, async () => {
      const token = await fetchToken(gateway, client)
      for (let calls = 0; calls < 20 && !over.aborted; calls++) {
        const body = await readBalance(gateway, token, msisdn)
        if (body && !/"value":4711\b/.test(body)) figures.wrong.push(`a balance was ${body}`)
        figures.right++
        await pause(20)
      }
    })
}

async function visit({ figures, over }: Run): Promise<void> {
  while (!over.aborted) {
    await attempt(figures, async () => {
      const response = await fetch(`http://localhost:${first}/sign-in`)
      const text = await response.text()
      if (response.status === 200 && !text.includes('</html>')) figures.wrong.push('a page was cut off')
      if (response.ok) figures.right++
      else figures.failed++
    })
    await pause(250)
  }
}

/** By the portal's command: an application, its first transition, its audit entry and its e-mail, or nothing of it. */
async function write({ figures, ledger, over }: Run): Promise<void> {
  let turn = 0
  while (!over.aborted) {
    await attempt(figures, async () => {
      const owner = await createDeveloper({ email: `fault-${first}-${turn++}@example.com` })
      const details = { name: `Written ${turn}`, description: '', organisationId: null }
      const made = await executeAs(owner, createApplication, {
        input: { ...details, environment: 'sandbox' },
      })
      if (!made.ok) return
      ledger.applications.push(made.value.id)
      ledger.mails.add(owner.email)
    })
    await pause(100)
  }
}

/** What says that it is unavailable, or nothing, failed; any other refusal of what is right is wrong. */
async function attempt(figures: Figures, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    figures.failed++
    const refused = /(with|answered with) (4\d\d)\.$/.exec((error as Error).message)
    if (refused && refused[2] !== '429') figures.wrong.push((error as Error).message)
    await pause(50)
  }
}

/** Kills one, and waits until it serves again under another process id. */
async function strike(victim: string, data: string, figures: Figures): Promise<void> {
  await pause(quietMs)
  const failed = figures.failed
  const began = performance.now()
  const previous = pidOf(victim, data)
  if (!previous) throw new Error(`${victim} does not run.`)
  process.kill(previous, 'SIGKILL')
  const isBack = async () => {
    const pid = pidOf(victim, data)
    return pid !== null && pid !== previous && (await areReady())
  }
  if (!(await waitUntil(isBack, backMs, 50)))
    throw new Error(`${victim} was not back within ${backMs / 1000} s.`)
  say(`  back after ${Math.round(performance.now() - began)} ms, ${figures.failed - failed} calls failed`)
}

function pidOf(victim: string, data: string): number | null {
  try {
    if (victim === 'postgres') return findPostmaster(data)?.pid ?? null
    return Number.parseInt(readFileSync(join(folder, 'run', victim), 'utf8'), 10) || null
  } catch {
    return null
  }
}

async function areReady(): Promise<boolean> {
  const ports = [first, first + 1, first + 2, first + 5 + 3]
  const ready = await Promise.all(
    ports.map((port) =>
      fetch(`http://localhost:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  )
  return ready.every(Boolean)
}

/** Nothing may be wrong, and nothing that was acknowledged may be missing: rows, audit entries, e-mails. */
async function judge(pool: Pool, { right, failed, wrong }: Figures, { applications, mails }: Ledger) {
  const where = { id: { in: applications } }
  const kept = await database().application.count({ where })
  const { rows } = await pool.query(
    `SELECT count(DISTINCT subject_id)::int AS count FROM audit_entry
     WHERE action = 'application.created' AND subject_id = ANY ($1::text[])`,
    [applications],
  )
  const findMissing = async () => {
    const arrived = (await (await fetch(`${mailbox}/api/email`)).json()) as { to: { address: string }[] }[]
    for (const { to } of arrived) for (const { address } of to) mails.delete(address)
    return mails.size === 0
  }
  await waitUntil(findMissing, mailMs, 500)
  const { faults } = await verifyAudit(pool)
  const lost = 2 * applications.length - kept - rows[0].count + mails.size
  say(`\n${right} calls right, ${failed} failed, ${wrong.length} wrong.`)
  say(
    `${applications.length} applications written; ${lost} rows or e-mails lost, ${faults.length} faults of the audit log.`,
  )
  for (const each of wrong.slice(0, 5)) say(`! ${each}`)
  return wrong.length + lost + faults.length > 0 || right < 100 || applications.length < 20 ? 1 : 0
}
