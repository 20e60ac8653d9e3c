import { beforeEach, expect, test } from 'vitest'
import { requestCommands } from '@/lib/quota-requests/commands'
import { succeed } from '@/lib/result'
import { findCallsOfRequest } from '@/lib/usage/queries'
import { executeAs } from '@/scripts/launch/execute-as'
import { loadPage } from '@/test/access/load-page'
import { withScene } from '@/test/access/scene'
import { createApplication } from '@/test/factories'
import { recordCalls } from '@/test/metered-calls'

const own = withScene({ each: true })
const { scene } = own
const ids = ['1', '2', '3'].map((digit) => `0199f3a0-0000-7000-8000-00000000000${digit}`)
const [first = '', second = '', third = ''] = ids
let id: string

beforeEach(async () => {
  id = scene.sandbox.applicationId
  for (const call of [
    {
      requestId: first,
      endpoint: 'token' as const,
      status: 401,
      errorCode: 'invalid_client',
      hint: 'wrong_secret' as const,
    },
    { requestId: second, status: 404, errorCode: 'account_not_found', msisdn: '221770000001' },
    { requestId: third, status: 200 },
  ])
    await recordCalls(own.gateway, id, [{ at: Date.now(), ...call }])
})

const list = (query: object) =>
  loadPage('(portal)/applications/[id]/traffic/page', { id }, scene.owner.claims, query)
const open = (requestId: string, query: object = {}) =>
  loadPage(
    '(portal)/applications/[id]/requests/[requestId]/page',
    { id, requestId },
    scene.owner.claims,
    query,
  )
const shown = (html: string) => ids.filter((each) => html.includes(`/requests/${each}`))

test('the log is filtered by its URL, says that it is a sample, and refreshes itself on request', async () => {
  const all = await list({})
  expect(shown(all)).toEqual(ids)
  expect(all).toContain('A sample: errors are kept for 30 days')
  expect(all).toContain('3 counted, 3 kept')
  expect(all).toContain('3 of 3 shown')
  expect(all).toMatch(/>2xx ?<span[^>]*>1</)
  expect(all).not.toContain('No calls in')
  expect(await list({ from: '2020-01-01', to: '2020-01-02' })).toContain('No calls in this period')
  expect(await list({ code: 'account_not_found' })).toContain('1 counted, 1 kept')
  expect(await list({ status: '404' })).toMatch(/>1 kept</)
  expect(all).toContain(`href="/applications/${id}/traffic?live=on"`)
  expect(all).not.toContain('http-equiv="refresh"')
  expect(await list({ live: 'on' })).toContain('http-equiv="refresh"')
  expect(shown(await list({ status: '4xx' }))).toEqual([first, second])
  expect(shown(await list({ endpoint: 'token', from: '2020-01-01' }))).toEqual([first])
  expect(shown(await list({ to: '2020-01-01' }))).toEqual([])
})

test('a wrong value is shown at its field', async () => {
  const html = await list({ status: '6xx', from: 'yesterday', before: 'x', endpoint: '\0' })
  expect(html).toMatch(/id="log-status" aria-invalid="true"[^>]*value="6xx"/)
  expect(html).toContain('Enter a date such as 2026-11-21')
  expect(html).toContain('This page of the log doesn’t exist')
  expect(shown(html)).toEqual([])
})

test('a request has what happened, the call to copy and to send again, and its neighbours that match', async () => {
  const html = await open(second)
  for (const text of ['What happened', 'What to do', 'msisdn=221*******01', 'Copy as curl', 'Send again'])
    expect(html).toContain(text)
  // In the Sandbox the number is known again.
  expect(html).toMatch(/name="msisdn" value="221770000001"/)
  const link = (key: string, page: string) =>
    new RegExp(`<a[^>]*data-key="[^"]*${key}"[^>]*>`).exec(page)?.[0] ?? ''
  expect(link('ArrowLeft', html)).toContain(`/requests/${third}"`)
  expect(link('ArrowRight', html)).toContain(`/requests/${first}"`)
  const filtered = await open(second, { status: '4xx' })
  expect(link('ArrowLeft', filtered)).toBe('')
  expect(link('ArrowRight', filtered)).toContain(`/requests/${first}?status=4xx"`)
  expect(link('Escape', filtered)).toContain('/traffic?status=4xx"')
})

test('what to do about a missing account of Production is not about test accounts', async () => {
  const production = await createApplication(own.owner, {
    environment: 'production',
    developerId: scene.owner.id,
  })
  const call = { at: Date.now(), requestId: second, status: 404, errorCode: 'account_not_found' }
  await recordCalls(own.gateway, production.id, [call])
  id = production.id
  const html = await open(second)
  expect(html).toContain('that this application may read the account')
  expect(html).not.toContain('documented test accounts')
})

test('kept calls are listed although none was counted in the period', async () => {
  await own.owner.query('TRUNCATE usage_minute')
  expect(await list({})).toContain('0 counted, 3 kept')
})

test('next to a request is the page of the log that holds it', async () => {
  const [call] = await findCallsOfRequest(id, second)
  const html = await open(third, { before: String(call?.id) })
  expect(html).toMatch(new RegExp(`<tr aria-current="true"><td><a[^>]*href="[^"]*${third}`))
})

test('a search of earlier releases has moved for good', async () => {
  await expect(list({ status: 'refused' })).rejects.toMatchObject({
    digest: expect.stringMatching(/traffic\?status=4xx;308/),
  })
})

test('a part of the period is selected, and the way back keeps the filter', async () => {
  const from = new Date(Date.now() - 3_600_000).toISOString()
  const html = await list({ status: '4xx', from, to: new Date().toISOString() })
  const back = /<a[^>]*aria-label="Show the whole period"[^>]*>/.exec(html)?.[0]
  expect(back).toMatch(/href="[^"]*traffic\?status=4xx"/)
  expect(html).toContain('2 counted, 2 kept')
  expect(html).not.toContain('live=on')
})

test('a higher limit is requested below the list, and what waits is said in place of the offer', async () => {
  const before = await list({ status: '4xx' })
  expect(before).toMatch(/60 calls per minute.*<a[^>]*traffic#limit"[^>]*>Request a higher limit/)
  expect(before).toMatch(/id="limit".*name="callsPerMinute"/s)
  const wanted = { callsPerMinute: 300, reason: 'Month end' }
  const owner = { id: scene.owner.id, role: 'developer' } as const
  await succeed(executeAs(owner, requestCommands.limits.send, { target: id, input: wanted }))
  const overview = () => loadPage('(portal)/applications/[id]/page', { id }, scene.owner.claims)
  for (const html of [await list({}), await overview()]) {
    expect(html).toMatch(/<a[^>]*traffic#limit"[^>]*>You requested 300 calls per minute/)
    expect(html).not.toContain('Request a higher limit')
  }
  await own.owner.query(`UPDATE limit_request SET state = 'withdrawn', closed_at = now()`)
  await own.owner.query(`UPDATE application SET state = 'suspended' WHERE id = $1`, [id])
  expect(await overview()).not.toContain('Request a higher limit')
})
