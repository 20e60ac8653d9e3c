import { beforeEach, describe, expect, test } from 'vitest'
import { inviteToTeam } from '@/lib/applications/invite'
import { database } from '@/lib/database'
import type { SessionClaims } from '@/lib/identity/session'
import { newId } from '@/lib/ids'
import { countWaitingRequests } from '@/lib/quota-requests/queries'
import { queuePageSize } from '@/lib/validation/queue'
import { executeAs } from '@/scripts/launch/execute-as'
import { loadPage } from '@/test/access/load-page'
import { callAction } from '@/test/access/next-request'
import { openSession } from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { formOf } from '@/test/forms'
import { withOwnDatabase } from '@/test/own-database'
import { createShop } from '@/test/team'

const { owner: sql } = withOwnDatabase()
let claims: SessionClaims
let ids: Record<'limits' | 'networks', string>

beforeEach(async () => {
  const reviewer = await createDeveloper({ role: 'reviewer', factor: true }, sql)
  claims = await openSession(reviewer.id, { confirmedAt: new Date() })
  const owner = await createDeveloper()
  const applicationId = await createShop(owner)
  await executeAs(owner, inviteToTeam, {
    target: applicationId,
    input: { email: reviewer.email, role: 'member' },
  })
  const request = { applicationId, requestedById: owner.id, reason: 'Salaries on the 28th.' }
  const limit = { ...request, id: newId(), callsPerMinute: 500 }
  const network = { ...request, id: newId(), networks: ['203.0.113.0/24', '198.51.100.9/32'] }
  await database().application.update({
    where: { id: applicationId },
    data: { approvedNetworks: ['198.51.100.0/24'] },
  })
  await sql.query(
    `INSERT INTO network_day (application_id, network, day, calls)
     SELECT $1::uuid, * FROM (VALUES ('203.0.113.0/24', current_date, 7), ('198.51.100.0/24', current_date, 5)) calls`,
    [applicationId],
  )
  await sql.query(
    `INSERT INTO usage_minute (application_id, endpoint, minute, succeeded, limited)
     VALUES ($1, 'account', date_trunc('minute', now()), 60, 12), ($1, 'account', date_trunc('minute', now() - interval '1 minute'), 3, 0)`,
    [applicationId],
  )
  await database().limitRequest.create({ data: limit })
  await database().networkRequest.create({ data: network })
  ids = { limits: limit.id, networks: network.id }
})

function decide(kind: string, id: string, fields: Record<string, string>) {
  const form = formOf(fields)
  return callAction({ claims }, 'app/(review)/review/request-action.ts decideOnRequest', [kind, id, {}, form])
}

describe.each([
  [
    'limits',
    [
      'Boutique asks for 500 calls a minute.',
      'It has 60 and needed 72 at most in the last 24 hours.',
      '75 calls in the last 30 days, 12 of them over the limit.',
      '500 requested',
    ],
  ],
  [
    'networks',
    [
      'Boutique asks to be called from 2 addresses and ranges.',
      'Approved so far: 1.',
      /203\.0\.113\.0\/24.*New.*<td[^>]*>7<.*198\.51\.100\.9.*Approved.*>up to 5</s,
      '5 calls came from networks that the list covers only in part, and may be refused.',
    ],
  ],
] as const)('a request for %s', (kind, shown) => {
  const load = () => loadPage(`(review)/review/${kind}/[requestId]/page`, { requestId: ids[kind] }, claims)

  test('is in the queue, shown with its reason, and decided on its page', async () => {
    const queue = await loadPage('(review)/review/page', {}, claims)
    expect(queue).toContain(`/review/${kind}/${ids[kind]}`)
    // The requests count too, in the rail and on the page.
    const counts = [/(\d+)<span class="sr-only">/, /(\d+) waiting for a decision/].map(
      (each) => each.exec(queue)?.[1],
    )
    expect(counts).toEqual(Array(2).fill(String(await countWaitingRequests())))
    const cost = 'If you decide anything about it, the invitation is declined'
    const page = await load()
    for (const text of [...shown, 'Salaries on the 28th.', 'name="outcome"', cost]) expect(page).toMatch(text)
    const { redirect } = await decide(kind, ids[kind], { outcome: 'rejected', reason: 'No traffic yet.' })
    expect(redirect).toMatch(new RegExp(`^/review/${kind}/${ids[kind]}\\?done=rejected`))
    const after = await load()
    expect(after).toContain('No traffic yet.')
    expect(after).not.toContain('name="outcome"')
  })
})

test('requests fill the pages of the queue, and count for how many there are', async () => {
  const owner = await createDeveloper()
  for (let count = 0; count <= queuePageSize; count++)
    await database().limitRequest.create({
      data: {
        id: newId(),
        applicationId: await createShop(owner, { name: `Shop ${count}` }),
        requestedById: owner.id,
        callsPerMinute: 500,
        reason: 'Salaries.',
      },
    })
  const load = (page: number) =>
    loadPage('(review)/review/page', {}, claims, { page: String(page), text: owner.email })
  const listed = async (page: number) => [...(await load(page)).matchAll(/data-queue-entry/g)].length
  expect(await listed(1)).toBe(queuePageSize)
  expect(await load(1)).toContain('Page 1 of 2')
  expect(await listed(2)).toBe(1)
})

test('an administrator sees first what waits, or that nothing does', async () => {
  const { id } = await createDeveloper({ role: 'administrator', factor: true }, sql)
  const load = async () =>
    loadPage('(administration)/administration/page', {}, await openSession(id, { confirmedAt: new Date() }))
  const waits = await load()
  expect(waits).toContain(`${await countWaitingRequests()} waiting for a decision`)
  expect(waits).not.toContain('No submissions are awaiting a decision')
  for (const kind of ['limit', 'network'])
    await sql.query(`UPDATE ${kind}_request SET state = 'withdrawn', closed_at = now() WHERE state = 'open'`)
  expect(await load()).toContain('No submissions are awaiting a decision')
})

test('a request of another kind is not found', async () => {
  const yes = { outcome: 'approved', reason: '' }
  expect((await decide('limits', ids.networks, yes)).redirect).toContain('refused=not_found')
})
