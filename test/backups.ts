import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { withClient } from '@/lib/pool'
import { createAccount, createClient, createDeveloper } from './factories'
import { startGuichet } from './guichet'
import { withOwnDatabase } from './own-database'
import { createEmptyDatabase, type TestDatabase } from './postgres'

/** Gives the test file a database with a little of much, the commands that back it up and restore it, and a folder. */
export function withBackups() {
  const source = withOwnDatabase()
  const { owner } = source
  const folder = mkdtempSync(join(tmpdir(), 'guichet-backup-'))
  const targets: TestDatabase[] = []

  beforeAll(async () => {
    const { id: developerId } = await createDeveloper({ email: 'awa@example.org' }, owner)
    const { applicationId } = await createClient(owner, {
      developerId,
      name: 'Tabs\tand\nlines \\N'.replace(/\n/, ' ').replace(/\t/, ' '),
    })
    await createClient(owner, { environment: 'production', access: 'listed' })
    for (let n = 0; n < 50; n++)
      await createAccount(owner, String(221771234567 + n), { balance: String(1000 + n) })
    await owner.query(`INSERT INTO account_grant VALUES ($1, 221771234567)`, [applicationId])
    await owner.query(
      `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, address)
       SELECT $1, gen_random_uuid(), now(), 'token', 200, 1, '192.0.2.1' FROM generate_series(1, 20)`,
      [applicationId],
    )
    await owner.query(
      `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded)
       SELECT $1, date_trunc('minute', now()) - n * interval '1 day', 'token', n FROM generate_series(0, 40) n`,
      [applicationId],
    )
    await owner.query(
      `INSERT INTO session (id, developer_id, user_agent, address, expires_at) VALUES ($1, $2, 'é"\\', '::1', now() + interval '1 day')`,
      [newId(), developerId],
    )
    await owner.query(
      `INSERT INTO refused_sign_in (id, developer_id, why, address) VALUES ($1, $1, 'password', '::1')`,
      [developerId],
    )
    for (let n = 0; n < 20; n++) await audit(`test.${n}`)
    await database().$transaction((transaction) =>
      queueMail(transaction, { id: null, email: 'awa@example.org', locale: 'fr' }, 'activation-link', {
        link: 'https://x',
        hours: 24,
      }),
    )
  }, 60_000)

  afterAll(async () => {
    for (const each of targets) await each.drop()
    rmSync(folder, { recursive: true })
  })

  async function audit(action: string): Promise<void> {
    await owner.query(
      `INSERT INTO audit_entry (actor_role, action, subject_type, subject_id, detail)
       VALUES ('system', $1, 'application', 'x', '{"email": "awa@example.org"}')`,
      [action],
    )
  }

  function start(
    script: string,
    args: string[],
    database: TestDatabase | null,
    env: Record<string, string> = {},
  ) {
    const roles = database && {
      DATABASE_URL: database.portalUrl,
      GATEWAY_DATABASE_URL: database.gatewayUrl,
      WORKER_DATABASE_URL: database.workerUrl,
      MIGRATION_DATABASE_URL: database.url,
    }
    const settings = {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: join(folder, 'data'),
      ...roles,
      NODE_ENV: 'production' as const,
      ...env,
    }
    return spawnScript(script, args, settings)
  }

  const run = (...given: Parameters<typeof start>) => finish(start(...given))

  async function backUp(): Promise<string> {
    const parent = mkdtempSync(join(folder, 'made-'))
    const made = await run('backup', ['--to', parent], source)
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('without any key') })
    return join(parent, readdirSync(parent)[0] as string)
  }

  async function createEmpty(): Promise<TestDatabase> {
    const target = await createEmptyDatabase()
    targets.push(target)
    return target
  }

  return { source, owner, folder, audit, start, run, backUp, createEmpty }
}

type Ran = { code: number | null; out: string; err: string }

export function spawnScript(name: string, args: string[], env: Record<string, string | undefined>) {
  return startGuichet([name, ...args], env)
}

export async function finish(child: ChildProcess): Promise<Ran> {
  const ran: Ran = { code: null, out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    ran.out += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    ran.err += text
  })
  const [code] = await once(child, 'close')
  return { ...ran, code }
}

/** Every row of every table, as text. */
export async function readAll(database: TestDatabase): Promise<Record<string, string[]>> {
  return withClient({ connectionString: database.url }, async (client) => {
    const found: Record<string, string[]> = {}
    const { rows } = await client.query(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
    )
    for (const { name } of rows) {
      const all = await client.query(`SELECT t::text AS row FROM ${name} t ORDER BY 1`)
      found[name] = all.rows.map(({ row }) => row)
    }
    return found
  })
}

/** Waits until a statement of this application waits for a lock. */
export async function waitForBackend(
  client: { query: Client['query'] },
  application: string,
  statement: string,
): Promise<void> {
  const waits = `SELECT FROM pg_stat_activity WHERE starts_with(application_name, $1) AND wait_event_type = 'Lock' AND query ~ $2`
  await vi.waitUntil(async () => ((await client.query(waits, [application, statement])).rowCount ?? 0) > 0, {
    timeout: 45_000,
    interval: 5,
  })
}
