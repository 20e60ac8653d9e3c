import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { journeysData } from '@/scripts/check/folders'
import { mailboxAddress, metricsAddresses } from './support/addresses'
import { queryDatabase } from './support/database'
import { expect, test } from './support/fixtures'

const folder = join(journeysData, 'logs')
/** Where complete msisdns are kept on purpose: the gateway's data, and which applications may read them. */
const tablesWithMsisdns = ['wallet_account', 'account_grant', 'test_account']
/** Not the last twelve digits of a UUID, which now and then look like one. */
const wholeMsisdn = /(?<![0-9a-f]{4}-)\b(221|212|999)\d{9}\b/

// Each checks, after the whole browser suite, everything that it left behind.
// ASVS 14.2.4, 16.2.3, 16.2.5
test('no log contains a secret, a token, a link, a password, a session or a complete msisdn', async () => {
  const logs = readdirSync(folder)
  expect(logs).toEqual(
    expect.arrayContaining(
      ['portal.log', 'worker.log', 'postgres.log', 'mailbox.log'].map(expect.stringContaining),
    ),
  )
  for (const log of logs)
    await expectNothingSecret(readFileSync(join(folder, log), 'utf8'), log, [wholeMsisdn])
})

test('no metric does', async () => {
  for (const address of metricsAddresses) {
    const metrics = await (await fetch(`${address}/metrics`)).text()
    expect(metrics).toContain('process_cpu_seconds_total')
    await expectNothingSecret(metrics, address, [wholeMsisdn])
  }
})

// ASVS 14.2.4
test('no row of any table does: audit rows, e-mails, calls and anything else in a copy of the database', async () => {
  const tables = await queryDatabase(
    `SELECT table_schema || '."' || table_name || '"' AS name, table_name AS short FROM information_schema.tables
     WHERE table_schema IN ('public', 'graphile_worker') AND table_type = 'BASE TABLE'`,
  )
  let rows = 0
  for (const { name = '', short = '' } of tables) {
    const held = await queryDatabase(`SELECT t::text AS line FROM ${name} t`)
    rows += held.length
    const lines = held.map(({ line }) => line).join('\n')
    // A link, secret or password in a column of bytes would appear in hexadecimal.
    const bytes = lines.replace(/\\\\x((?:[0-9a-f]{2})+)/g, (_, hex) =>
      Buffer.from(hex, 'hex').toString('latin1'),
    )
    await expectNothingSecret(lines, name, tablesWithMsisdns.includes(short) ? [] : [wholeMsisdn])
    await expectNothingSecret(bytes, `the bytes of ${name}`, [])
  }
  expect(rows).toBeGreaterThan(100)
  const [audit] = await queryDatabase('SELECT count(*)::text AS rows FROM audit_entry')
  expect(Number(audit?.rows)).toBeGreaterThan(0)
})

test('no process has logged an error', () => {
  // A queue looks for its own tables before it creates them, which PostgreSQL reports as an error.
  for (const log of readdirSync(folder).filter((name) => name !== 'postgres.log')) {
    const lines = readFileSync(join(folder, log), 'utf8').split('\n')
    expect(
      lines.filter((line) => isFailure(line) && !harmless.test(line)),
      log,
    ).toEqual([])
  }
})

/** A warning or an error, or what no logger wrote. */
function isFailure(line: string): boolean {
  return line.startsWith('{') ? /"level":[456]0/.test(line) : /⨯|\bError:/.test(line)
}

/**
 * A flood of lines that are neither, such as e-mails that were sent, is logged in part. And on a busy machine a probe
 * of the database may be late: the process says so, and when it is ready again.
 */
const harmless =
  /"dropped":\{("30 [^"]*":\d+,?)+\}|"cause":"no response within [\d.]+ s","msg":"cannot serve"/

async function expectNothingSecret(text: string, where: string, more: RegExp[]): Promise<void> {
  links ??= readLinks()
  const secrets = [
    /guichet_(sandbox|production)_(secret|token)_/,
    /correct [0-9a-f-]{36} battery/,
    // A session's cookie is an encrypted JWT.
    /\beyJ[\w-]{8,}\./,
    ...(await links),
    ...more,
  ]
  const leaks = text.split('\n').filter((line) => secrets.some((secret) => secret.test(line)))
  expect(leaks, where).toEqual([])
}

let links: Promise<RegExp[]> | undefined

/** The secret part of every link that was e-mailed. */
async function readLinks(): Promise<RegExp[]> {
  const mails = (await (await fetch(`${mailboxAddress}/api/email`)).json()) as { text: string }[]
  const found = mails.flatMap(({ text }) => [
    ...text.matchAll(/\/(?:activate|reset-password|change-email|undo|browser|invitation)\/([\w-]{20,})/g),
  ])
  expect(found).not.toEqual([])
  return found.map(([, secret]) => new RegExp(secret as string))
}
