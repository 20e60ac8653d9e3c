import '@/test/setup-pages'
import { generateSync } from 'otplib'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyAudit } from '@/lib/audit/verify'
import { now } from '@/lib/clock'
import { database, databasePool } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { consumeCode } from '@/lib/identity/second-factor'
import { listHintedApplications } from '@/lib/usage/hints'
import { findUsage } from '@/lib/usage/history'
import { seed } from '@/prisma/seed'
import { loadPage } from '@/test/access/load-page'
import { enterPassword, openSession } from '@/test/developers'
import { withOwnDatabase } from '@/test/own-database'
import { type SignIns, seedDemo } from './seed'
import { administrator } from './world'

const { connectAs } = withOwnDatabase({ as: 'owner' })
const password = 'quarry lantern violet tandem'
let signIns: SignIns

beforeAll(async () => {
  // Settings that the story would contradict, as an operator may have them.
  const own = { PRODUCTION_RATE_LIMIT: 10_000_000, SANDBOX_RATE_LIMIT: 0, ORGANISATIONS: 'required' }
  Object.assign(getSettings(), own, { VALIDATION_APPROVALS: 2, DOCUMENT_MAX_VERSIONS: 1 })
  await seed(databasePool(), { ...getSettings(), DATABASE_URL: undefined, REVIEWER_EMAIL: administrator })
  signIns = await seedDemo(password)
})

/** The different values of an expression in a table, sorted. */
async function list(expression: string, table: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await databasePool().query(`SELECT DISTINCT ${expression} AS found FROM ${table}`, values)
  return rows.map(({ found }) => String(found)).sort()
}

test('applications are in every state that lasts', async () => {
  expect(await list(`environment || ' ' || state`, 'application')).toEqual(
    [
      'sandbox active',
      'sandbox deleted',
      'production draft',
      'production in_validation',
      'production changes_requested',
      'production rejected',
      'production active',
      'production suspended',
    ].sort(),
  )
  expect(await database().application.count({ where: { ownerSuspended: true } })).toBe(1)
  expect(await database().clientSecret.count({ where: { lastUsedAt: null, revokedAt: null } })).toBe(0)
  expect(await database().clientSecret.count({ where: { retiresAt: { gt: now() } } })).toBe(1)
})

test.each([
  ['outcome', 'decision', ['approved', 'changes_requested', 'rejected']],
  ['kind', 'document', ['pdf', 'png']],
  ['internal', 'submission_message', ['false', 'true']],
  ['due_at < now()', `submission WHERE state = 'in_validation'`, ['false', 'true']],
  ['state', 'organisation', ['in_verification', 'verified']],
  ['end_reason', 'rehearsal', ['null', 'requested']],
  ['version', 'terms_version', ['1', '2']],
  ['kind', 'announcement', ['deprecation', 'incident', 'maintenance']],
  ['state', 'limit_request', ['approved', 'open']],
  ['state', 'account_import', ['done', 'refused']],
  ['status', 'mail_message', ['failed', 'queued', 'sent']],
  ['resolved_at IS NULL', 'operator_alert', ['false', 'true']],
  ['status >= 400', 'recent_call WHERE response IS NULL', ['false']],
])('%s of %s: %j', async (expression, table, expected) => {
  expect(await list(expression, table)).toEqual(expected)
})

test('traffic is in all three tables, with errors, a limit that was reached and every hint', async () => {
  const names = ['usage_minute', 'usage_hour', 'usage_day', 'recent_call']
  for (const name of names)
    expect((await databasePool().query(`SELECT FROM ${name} LIMIT 1`)).rowCount, name).toBe(1)
  const { id } = await database().application.findFirstOrThrow({
    where: { name: 'Harbour Ledger load tests' },
  })
  const day = 86_400_000
  const { points, total } = await findUsage(id, new Date(now().getTime() - 30 * day), now(), 24 * 60)
  expect(points.filter(({ succeeded }) => succeeded > 0).length).toBeGreaterThan(25)
  for (const outcome of ['succeeded', 'refused', 'limited'] as const)
    expect(total[outcome]).toBeGreaterThan(0)
  expect(total.p95).toBeGreaterThan(total.p50 ?? 0)
  const hints = (await listHintedApplications()).flatMap((each) => each.hints.map(({ kind }) => kind))
  expect(hints.sort()).toEqual(['limit_near', 'secret_retires', 'token_per_call', 'wrong_environment'])
})

test('the audit log verifies, and a demo is filled once', async () => {
  const { checked, faults } = await verifyAudit(databasePool())
  expect({ checked: checked > 100, faults }).toEqual({ checked: true, faults: [] })
  await expect(seedDemo(password)).rejects.toThrow(/^The demo was begun and not completed: delete /)
})

test('everyone who is printed signs in with the password, and with a code where the product asks for one', async () => {
  expect(signIns.people.map(({ role }) => role)).toEqual(
    expect.arrayContaining(['reviewer', 'administrator']),
  )
  for (const { email, role, factor } of signIns.people) {
    const entered = await enterPassword({ email, password })
    expect(entered, email).toMatchObject({ ok: true, value: { hasSecondFactor: role !== 'developer' } })
    if (!factor || !entered.ok) continue
    const epoch = Math.floor(now().getTime() / 1000)
    for (const code of [
      generateSync({ secret: factor.setupKey, epoch }),
      ...factor.recoveryCodes.slice(0, 1),
    ])
      expect(
        await database().$transaction((transaction) =>
          consumeCode({ transaction, mail: async () => {} }, entered.value.developerId, code),
        ),
      ).not.toBeNull()
  }
})

describe('with the rights of the portal', () => {
  beforeAll(() => connectAs('portal'))

  test('the pages of each developer’s applications load', async () => {
    const applications = await database().application.findMany({
      where: { state: { not: 'deleted' }, ownerSuspended: false },
    })
    for (const { id, developerId, environment, name } of applications) {
      const session = await openSession(String(developerId), { confirmedAt: now() })
      expect(await loadPage('(portal)/applications/page', {}, session)).toContain(name)
      for (const page of ['', '/team', '/traffic', environment === 'sandbox' ? '/accounts' : '/validation'])
        expect(await loadPage(`(portal)/applications/[id]${page}/page`, { id }, session), page).toContain(
          name,
        )
    }
  })
})
