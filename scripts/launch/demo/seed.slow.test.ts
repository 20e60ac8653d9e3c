import '@/test/setup-pages'
import { generateSync } from 'otplib'
import { beforeAll, describe, expect, test } from 'vitest'
import { listCurrentAnnouncements } from '@/lib/announcements/queries'
import { verifyAudit } from '@/lib/audit/verify'
import { now } from '@/lib/clock'
import { database, databasePool } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { takeCode } from '@/lib/identity/second-factor'
import { startSignIn } from '@/lib/identity/sign-in'
import { findRehearsal } from '@/lib/rehearsals/queries'
import { listHintedApplications } from '@/lib/usage/hints'
import { findUsage } from '@/lib/usage/history'
import { seed } from '@/prisma/seed'
import { loadPage } from '@/test/access/load-page'
import { device, openSession } from '@/test/developers'
import { withOwnDatabase } from '@/test/own-database'
import { administrator } from './people'
import { type SignIns, seedDemo } from './seed'

const { connectAs } = withOwnDatabase({ as: 'owner' })
const password = 'quarry lantern violet tandem'
let signIns: SignIns
let began: Date

beforeAll(async () => {
  // Settings that the story would contradict, as an operator may have them.
  const own = { PRODUCTION_RATE_LIMIT: 10_000_000, SANDBOX_RATE_LIMIT: 0, ORGANISATIONS: 'required' }
  Object.assign(getSettings(), own, { VALIDATION_APPROVALS: 2, DOCUMENT_MAX_VERSIONS: 1 })
  began = new Date()
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

test('submissions are waiting, claimed, overdue and decided, with documents that open', async () => {
  const waiting = await database().submission.findMany({
    where: { state: 'in_validation' },
    orderBy: { dueAt: 'asc' },
  })
  const at = now()
  expect(waiting.map(({ dueAt }) => (dueAt ?? at) < at)).toEqual([true, false, false, false, false])
  expect(waiting.map(({ revision }) => revision)).toContain(true)
  expect(waiting.filter(({ claimedUntil }) => claimedUntil && claimedUntil > at)).toHaveLength(1)
  expect(await list('outcome', 'decision')).toEqual(['approved', 'changes_requested', 'rejected'])
  expect(await list('kind', 'document')).toEqual(['pdf', 'png'])
  expect(await list('internal', 'submission_message')).toEqual(['false', 'true'])
})

test('an organisation is verified with an application that relies on it, and one is in verification', async () => {
  expect(await list('state', 'organisation')).toEqual(['in_verification', 'verified'])
  const relying = await database().submission.findFirstOrThrow({
    where: { state: 'in_validation', application: { organisation: { state: 'verified' } } },
    include: { documents: true },
  })
  expect(relying).toMatchObject({ reliesOnId: expect.any(String), rehearsalId: expect.any(String) })
  expect(relying.documents).toHaveLength(2)
})

test('a frozen rehearsal has passed every case, and one that is running has failed some', async () => {
  const outcomesOf = async (name: string) => {
    const { id, developerId } = await database().application.findFirstOrThrow({
      where: { name, environment: 'sandbox' },
    })
    const found = await findRehearsal(id, String(developerId))
    const outcomes = found?.cases.map((each) => `${each.id} ${each.outcome}`)
    return { state: found?.state, frozen: found?.finishedAt !== null, outcomes }
  }
  const done = await outcomesOf('Harbour Ledger load tests')
  expect(done).toMatchObject({ state: 'ended', frozen: true })
  expect(done.outcomes?.filter((each) => !each.endsWith(' passed'))).toEqual([])
  const running = await outcomesOf('Bright Market')
  expect(running).toMatchObject({ state: 'running', frozen: false })
  expect(running.outcomes).toEqual(
    expect.arrayContaining(['token_reused passed', 'quota_exceeded failed', 'clean_requests failed']),
  )
})

test('the operator has published terms and announcements, decided about a limit and uploaded accounts', async () => {
  expect(await list('version', 'terms_version')).toEqual(['1', '2'])
  const late = await list(
    'email',
    `developer d WHERE role = 'developer' AND activated_at IS NOT NULL AND suspended_at IS NULL
       AND NOT EXISTS (SELECT FROM terms_acceptance a WHERE a.developer_id = d.id AND a.version = 2)`,
  )
  expect(late).toEqual(['daniel.okafor@harbour-ledger.example', 'moussa.diop@teranga-pay.example'])
  expect(await list('kind', 'announcement')).toEqual(['deprecation', 'incident', 'maintenance'])
  expect(await listCurrentAnnouncements()).toEqual([])
  expect(await list('state', 'limit_request')).toEqual(['approved', 'open'])
  expect(await list('state', 'account_import')).toEqual(['done', 'refused'])
})

test('e-mails are in every state, and alerts open and resolved', async () => {
  expect(await list('status', 'mail_message')).toEqual(['failed', 'queued', 'sent'])
  expect(await list('status', 'mail_message WHERE subject IS NULL')).toEqual(['failed', 'queued'])
  expect(await list('resolved_at IS NULL', 'operator_alert')).toEqual(['false', 'true'])
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

test('every calling application has networks and reused tokens, and each error the response that was sent', async () => {
  const calling = `SELECT DISTINCT application_id FROM recent_call WHERE at > now() - interval '1 day'`
  expect(
    await list(
      'a.id',
      `(${calling}) c JOIN application a ON a.id = c.application_id
    WHERE NOT EXISTS (SELECT FROM network_day n WHERE n.application_id = a.id)
      OR NOT EXISTS (SELECT FROM usage_minute u WHERE u.application_id = a.id AND u.tokens_reused > 0
        UNION ALL SELECT FROM usage_hour u WHERE u.application_id = a.id AND u.tokens_reused > 0)`,
    ),
  ).toEqual([])
  expect(await list('status >= 400', 'recent_call WHERE response IS NULL')).toEqual(['false'])
  expect(await list('status', `recent_call WHERE response LIKE '%"code":"' || error_code || '"}'`)).toEqual(
    expect.arrayContaining(['404', '429']),
  )
})

test('people, applications and e-mails are older than the demo', async () => {
  for (const [column, table] of [
    ['created_at', 'developer'],
    ['joined_at', 'application_member'],
    ['state_changed_at', 'application'],
    ['at', 'state_transition'],
    ['uploaded_at', 'document'],
    ['created_at', 'mail_message'],
    ['created_at', 'operator_alert'],
    ['created_at', 'organisation'],
    ['state_changed_at', 'organisation'],
    ['requested_at', 'limit_request'],
    ['published_at', 'announcement'],
    ['published_at', 'terms_version'],
    ['accepted_at', 'terms_acceptance'],
    ['created_at', 'account_import'],
    ['started_at', 'rehearsal'],
    ['finished_at', 'rehearsal'],
  ])
    expect(await list(`${column}`, `${table} WHERE ${column} >= $1`, [began]), table).toEqual([])
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
    const entered = await startSignIn({ email, password }, device)
    expect(entered, email).toMatchObject({ ok: true, value: { hasSecondFactor: role !== 'developer' } })
    if (!factor || !entered.ok) continue
    const epoch = Math.floor(now().getTime() / 1000)
    for (const code of [
      generateSync({ secret: factor.setupKey, epoch }),
      ...factor.recoveryCodes.slice(0, 1),
    ])
      expect(
        await database().$transaction((transaction) =>
          takeCode(transaction, entered.value.developerId, code),
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
      for (const page of ['', '/team', '/usage', environment === 'sandbox' ? '/accounts' : '/validation'])
        expect(await loadPage(`(portal)/applications/[id]${page}/page`, { id }, session), page).toContain(
          name,
        )
    }
  })
})
