import { expect, test } from 'vitest'
import { now } from '@/lib/clock'
import { execute } from '@/lib/commands/execute'
import { rotateSecret } from '@/lib/credentials/client-secret'
import { database } from '@/lib/database'
import { suspendApplication } from '@/lib/lifecycle/suspend-application'
import { executeAs } from '@/scripts/launch/execute-as'
import { loadPage } from '@/test/access/load-page'
import { withScene } from '@/test/access/scene'
import { addKey, createKey, switchToKeys } from '@/test/client-keys'
import { createAnnouncement, createApplication, createClient } from '@/test/factories'
import { recordCalls } from '@/test/metered-calls'
import { createOrganisation } from '@/test/organisations'
import { createDraft, upload } from '@/test/validation'

const own = withScene({ requirements: ['Tax registration', 'Signed terms'], each: true })
const { scene } = own

/** The HTML of a page of settings of the Sandbox application. */
function loadSettings(page: 'edit' | 'keys', query = {}) {
  const { applicationId: id } = scene.sandbox
  return loadPage(`(portal)/applications/[id]/${page}/page`, { id }, scene.owner.claims, query)
}

/** The visible text, and the headings in order. */
async function load(id: string, query = {}) {
  const html = await loadPage('(portal)/applications/[id]/page', { id }, scene.owner.claims, query)
  const headings = [...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, text]) => text)
  return { html, text: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '), headings }
}

test('a Sandbox application opens on its first call, in colour and with a button that makes it', async () => {
  const { html, text, headings } = await load(scene.sandbox.applicationId)
  expect(headings).toEqual(['Ready to call', 'First call'])
  expect(text).toMatch(/makes this call now/)
  expect(html).toMatch(/<figure(?:(?!<\/figure>).)*Run<(?:(?!<\/figure>).)*<pre/s)
  expect(html.match(/<span class="text-code-(key|string|number)">/g)?.length).toBeGreaterThan(100)
  expect(html).not.toContain('style=')
  expect(text).not.toContain('client_secret_mark')
  expect(html).not.toContain(scene.sandbox.clientSecret)
  for (const label of ['Copy client ID', 'Copy auth_url', 'Copy base_url']) expect(text).toContain(label)
})

test('a first call is still printed when the page is loaded again, without the balance that is recorded nowhere', async () => {
  const at = now().getTime()
  await recordCalls(own.gateway, scene.sandbox.applicationId, [
    { at, endpoint: 'token' },
    { at, msisdn: '221771234567' },
  ])
  const { text, headings } = await load(scene.sandbox.applicationId)
  expect(headings[0]).toBe('Your first call went through')
  expect(text).toMatch(/GET \/account Time .* msisdn 221\*+67 Latency \d+ ms Status 200/)
  expect(text).not.toContain('The response comes out here')
})

test('its limits are next to its busiest minute, and steps that were taken fill the bar', async () => {
  const { applicationId } = scene.sandbox
  const at = new Date(Math.floor(now().getTime() / 60_000) * 60_000)
  await recordCalls(own.gateway, applicationId, [
    { at: at.getTime(), endpoint: 'token' },
    ...Array.from({ length: 12 }, () => ({ at: at.getTime() })),
    { at: at.getTime() - 25 * 3_600_000 },
  ])
  const { html, text, headings } = await load(applicationId)
  expect(headings.slice(0, 5)).toEqual([
    'Working normally',
    'Calls by outcome',
    'Latest requests',
    'Get started',
    'First call',
  ])
  expect(text).toMatch(/Working normally 13 calls in the last hour, no errors\. Last call .{1,40}ago/)
  expect(text.match(/\bActive\b.{6}/g)).toEqual(['Active since'])
  expect(html).toMatch(/traffic"[^>]*>(<span>)?13</)
  expect(text).toMatch(/60 calls a minute\. The busiest minute of 24 hours had 12 \(20%\)\./)
  expect(text).toContain('2 of 5 done.')
  await recordCalls(
    own.gateway,
    applicationId,
    Array.from({ length: 60 }, () => ({ at: at.getTime(), status: 429 })),
  )
  expect((await load(applicationId)).text).toMatch(/The busiest minute of 24 hours had 72 \(120%\)/)
  expect(await loadPage('(portal)/applications/page', {}, scene.owner.claims)).toContain(
    'Over the limit in 1 hour of 24',
  )
  expect(text).toMatch(
    /Done ?\. Get an access token.*Done ?\. Read a balance.*To do ?\. Handle an unknown account/,
  )
})

test('with errors it says so in words, with what the last one means and the request', async () => {
  const { applicationId } = scene.sandbox
  const requestId = '0199f3a0-0000-7000-8000-00000000000a'
  const at = now().getTime()
  const wrong = { at, endpoint: 'token' as const, status: 401, errorCode: 'invalid_client' }
  await recordCalls(own.gateway, applicationId, [{ at }, { ...wrong, hint: 'wrong_secret', requestId }])
  // Made to be refused: not an error of the application.
  const test = { at, status: 404, errorCode: 'account_not_found', msisdn: '999000000000' }
  await recordCalls(own.gateway, applicationId, [test])
  const some = await load(applicationId)
  expect(some.text).toMatch(/Working, with errors 1 of 3 calls in the last hour ended in an error\./)
  expect(some.text).toMatch(/Last error .*401 ?invalid_client ?The client ID is right\. The secret is wrong/)
  expect(some.html).toContain(`href="/applications/${applicationId}/requests/${requestId}"`)
  await recordCalls(
    own.gateway,
    applicationId,
    Array.from({ length: 10 }, () => wrong),
  )
  expect((await load(applicationId)).text).toContain('Failing 85% of 13 calls')
  await recordCalls(
    own.gateway,
    applicationId,
    Array.from({ length: 700 }, () => ({ at })),
  )
  expect((await load(applicationId)).text).toMatch(
    /Working normally 713 calls in the last hour, 11 of them errors\./,
  )
})

test('after an hour without errors it says that it works again, while the day’s share is high', async () => {
  const { applicationId } = scene.sandbox
  const at = now().getTime()
  const earlier = { at: at - 2 * 3_600_000, status: 503, errorCode: 'unavailable' }
  await recordCalls(own.gateway, applicationId, [{ at }, earlier])
  const { html, text } = await load(applicationId)
  expect(text).toMatch(
    /Working again 50% of the last 24 hours’ calls ended in an error, none in the last hour/,
  )
  await recordCalls(
    own.gateway,
    applicationId,
    Array.from({ length: 9 }, (_, index) => ({ at: at - index })),
  )
  expect(html.match(/<tr><td>/g)).toHaveLength(2)
  expect((await load(applicationId)).html.match(/<tr><td>/g)).toHaveLength(8)
})

test('all that its owner should do is in one list, below the credentials', async () => {
  const { applicationId } = scene.sandbox
  const announcement = await createAnnouncement(own.owner, { endpoint: 'account' })
  const at = now().getTime()
  const wrong = { at, endpoint: 'token', status: 401, hint: 'other_environment' } as const
  await recordCalls(own.gateway, applicationId, [{ at }, wrong])
  const { text } = await load(applicationId)
  await own.owner.query('UPDATE announcement SET withdrawn_at = now() WHERE id = $1', [announcement])
  expect(text).toMatch(/base_url.*was called once .*Credentials of this application were sent/)
})

test('once all first steps are taken it says so, unless calls fail often', async () => {
  const { applicationId } = scene.sandbox
  const at = now().getTime()
  const token = { at, endpoint: 'token' } as const
  const calls = [{ ...token, status: 401 }, token, { at, status: 404, errorCode: 'account_not_found' }]
  const fine = Array.from({ length: 40 }, () => ({ at }))
  await recordCalls(own.gateway, applicationId, [...calls, { at, status: 429 }, ...fine])
  expect((await load(applicationId)).text).toContain('All done.')
  const failed = Array.from({ length: 9 }, () => ({ at, status: 503 }))
  await recordCalls(own.gateway, applicationId, failed)
  expect((await load(applicationId)).text).not.toContain('All done.')
})

test('General names its organisation, or offers the way into one', async () => {
  const { applicationId } = scene.sandbox
  const loadGeneral = () => loadSettings('edit')
  const personal = await loadGeneral()
  expect(personal).toMatch(/Organisation<\/h3><div[^>]*>Personal</)
  expect(personal).toContain('href="/organisations/new">Create an organisation<')
  expect(personal).toContain(`href="/applications/${applicationId}/delete"`)
  const id = await createOrganisation(actor(), { legalName: 'Harbour Ledger Ltd' })
  await own.owner.query('UPDATE application SET organisation_id = $2 WHERE id = $1', [applicationId, id])
  const moved = await loadGeneral()
  expect(moved).toMatch(new RegExp(`href="/organisations/${id}">Harbour Ledger Ltd<`))
  expect(moved).not.toContain('>Create an organisation<')
})

test('the activation check of an approval is no call of the application', async () => {
  const { applicationId } = await createClient(own.owner, {
    environment: 'production',
    developerId: scene.owner.id,
  })
  const at = now().getTime()
  await recordCalls(own.gateway, applicationId, [
    { at, endpoint: 'token', minted: true },
    { at, status: 404, errorCode: 'account_not_found', msisdn: '999000000000' },
  ])
  expect((await load(applicationId)).headings[0]).toBe('You’re live in Production')
  await own.owner.query('UPDATE client_secret SET last_used_at = now() WHERE application_id = $1', [
    applicationId,
  ])
  expect((await load(applicationId)).headings[0]).toBe('Your first call went through')
})

test('a Production draft has no call, and a checklist on the page that it opens on', async () => {
  const { applicationId, owner } = await createDraft(own.owner, { documents: false, owner: actor() })
  const before = await load(applicationId)
  expect(before.text).toContain('Available after approval')
  expect(before.text).not.toMatch(/makes this call/i)
  expect(before.html).toContain(`href="/applications/${applicationId}/validation"`)
  const goLive = async () => {
    const html = await loadPage(
      '(portal)/applications/[id]/validation/page',
      { id: applicationId },
      scene.owner.claims,
    )
    return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  }
  expect(await goLive()).toMatch(/1 \/ 3 2 things are missing: Tax registration and Signed terms\./)
  for (const { requirementId } of await database().submissionRequirement.findMany({
    where: { submission: { applicationId }, required: true },
  }))
    await upload(applicationId, requirementId, owner)
  expect(await goLive()).toMatch(/3 \/ 3 Everything is there\. Submit it for validation\./)
})

test('in validation it says first who has what, until when, and where that is on the way', async () => {
  const { applicationId } = await scene.production()
  const { html, text, headings } = await load(applicationId)
  expect(headings.slice(0, 2)).toEqual(['In validation', 'Limits'])
  expect(text).toMatch(/See the submission.*Decision due by.*Submitted/)
  expect(html).toMatch(/<li aria-current="step"(?:(?!<\/li>).)*A reviewer reads them/s)
  const countersOf = (page: string) => [
    /--lamp\)[^>]*>(\d)</.exec(page)?.[1],
    page.match(/rounded-t-full[^>]*>\d</g)?.length,
  ]
  expect(countersOf(html)).toEqual(['3', 5])
  expect(countersOf(await loadPage('(portal)/applications/page', {}, scene.owner.claims))).toEqual(['3', 5])
  // No calls: no bars of them, and no part of the limit.
  expect(text).not.toContain('The busiest minute')
  expect(text).not.toContain('Request a higher limit')
})

test('an active Production application has no steps, and warns before its call', async () => {
  const { applicationId } = await createClient(own.owner, {
    environment: 'production',
    developerId: scene.owner.id,
  })
  const { text, headings } = await load(applicationId)
  expect(headings).toEqual(['You’re live in Production', 'First call'])
  expect(text).toMatch(/Active since .* Tested a token and one call/)
  expect(text).toMatch(/akes this call in Production now/)
})

test('that it is over its limit, and what share failed, is said once and in one figure', async () => {
  const { applicationId } = scene.sandbox
  expect(await loadPage('(portal)/applications/page', {}, scene.owner.claims)).not.toContain(
    '24 hours, bars to',
  )
  const minute = Math.floor(now().getTime() / 60_000) * 60_000
  const calls = (count: number, status: number) =>
    [0, 1, 2].flatMap((back) => Array.from({ length: count }, () => ({ at: minute - back * 60_000, status })))
  await recordCalls(own.gateway, applicationId, calls(60, 200))
  expect((await load(applicationId)).text).toContain('of the last 1,440 minutes you reached 80%')
  await recordCalls(own.gateway, applicationId, calls(3, 429))
  await recordCalls(own.gateway, applicationId, calls(2, 503))
  const { text } = await load(applicationId)
  expect(text).toMatch(/Working, but over the limit in \d of 24 hours/)
  expect(text).not.toContain('of the last 1,440 minutes')
  expect(await loadPage('(portal)/applications/page', {}, scene.owner.claims)).toContain('24 hours, bars to')
  await recordCalls(own.gateway, applicationId, calls(50, 503))
  const shares = (await load(applicationId)).text.match(/\d[\d.]* ?%/g)
  expect(shares?.slice(0, 2).map((share) => share.replace(' ', ''))).toEqual(['48%', '48%'])
})

test('a suspended application says why at a red lamp, and draws no day without calls', async () => {
  const { applicationId } = scene.sandbox
  await recordCalls(own.gateway, applicationId, [{ at: now().getTime() - 26 * 3_600_000 }])
  await own.owner.query('UPDATE client_secret SET last_used_at = now() WHERE application_id = $1', [
    applicationId,
  ])
  const { administrator } = scene
  const by = { id: administrator.id, role: 'administrator' } as const
  const input = { reason: 'Tokens were shared.' }
  expect(await executeAs(by, suspendApplication, { target: applicationId, input })).toMatchObject({
    ok: true,
  })
  const { html, text } = await load(applicationId)
  expect(html).toMatch(/bg-danger ring-danger-soft(?:(?!<\/h2>).)*Suspended: Tokens were shared\./s)
  expect(text).toContain('Its calls are refused')
  expect(text).not.toMatch(/[Nn]o calls|0 calls/)
})

test('a rejected application says so above everything', async () => {
  const developerId = scene.owner.id
  const { id } = await createApplication(own.owner, {
    environment: 'production',
    state: 'rejected',
    developerId,
  })
  expect((await load(id)).text).toMatch(/Rejected You’ll find the reason/)
})

test.each([
  ['draft', 'bg-line-strong'],
  ['changes_requested', 'bg-warning'],
  ['rejected', 'bg-danger'],
  ['suspended', 'bg-danger'],
] as const)(
  'the lamp of an application that is %s is the same wherever the list has it',
  async (state, colour) => {
    const { id } = await createApplication(own.owner, {
      environment: 'production',
      state,
      developerId: scene.owner.id,
    })
    const list = await loadPage('(portal)/applications/page', {}, scene.owner.claims)
    const lamps = [...list.matchAll(/rounded-full (bg-[a-z-]+) ring-[^>]*>(?:(?!<\/li>).)*?href="([^"]+)"/gs)]
    const here = lamps.filter(([, , href]) => href?.startsWith(`/applications/${id}`))
    expect(here.map(([, lamp]) => lamp)).toEqual([colour, colour])
  },
)

test.each([
  ['edit', 'saved', 'Saved.'],
  ['keys', 'rotated', 'Secret rotated.'],
] as const)('the result of the last form is on the page %s', async (page, done, text) => {
  expect(await loadSettings(page, { done })).toMatch(new RegExp(`role="status".{0,900}${text}`))
})

function actor() {
  return { id: scene.owner.id, role: 'developer' } as const
}

test('an application with keys shows them, and how to sign instead of a secret and a call', async () => {
  const { applicationId } = scene.sandbox
  await switchToKeys(own.owner, applicationId, await createKey())
  await addKey(own.owner, applicationId, await createKey('RS256'), 'ours 2')
  const { text, headings } = await load(applicationId)
  expect(headings).toContain('Sign a request for a token')
  expect(headings).not.toContain('First call')
  expect(text).toContain('None: this application authenticates with keys')
  const html = await loadSettings('keys')
  expect(html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toMatch(/ours 2 RS256 .* Not yet – Remove key/)
  for (const label of ['Remove key', 'Switch back to a client secret']) expect(html).toContain(label)
  expect(html).not.toContain('name="publicKey"')
  const page = await loadPage(
    '(portal)/applications/[id]/try/page',
    { id: applicationId },
    scene.owner.claims,
  )
  expect(page).toContain('signed-call.mjs')
  expect(page).not.toContain('Get a token')
})

test('while a previous secret works, both are drawn, and the next rotation waits for its end', async () => {
  const { applicationId: target, secretId } = scene.sandbox
  const form = await loadSettings('keys')
  expect(form).toContain('Both work until')
  expect(form).not.toContain('style=')
  const input = { secretId, overlap: 72 }
  expect(await execute(rotateSecret, { actor: actor(), target, input })).toMatchObject({ ok: true })
  const html = await loadSettings('keys')
  for (const text of ['You can rotate again after', 'Previous', 'both work', 'Revoke now'])
    expect(html).toContain(text)
  expect(html).toMatch(/aria-disabled="true" aria-describedby="rotation">Rotate secret/)
  expect(html).not.toContain('Both work until')
})

test('a number of the list of test accounts opens the console with it', async () => {
  const { applicationId: id } = scene.sandbox
  const show = (page: string, query = {}) =>
    loadPage(`(portal)/applications/[id]/${page}/page`, { id }, scene.owner.claims, query)
  const list = await show('accounts')
  for (const text of ['suspended, barred or unknown', '404 account_not_found', '503 unavailable'])
    expect(list).toContain(text)
  expect(list).toContain(`href="/applications/${id}/try?msisdn=999000000000"`)
  const field = /<input[^>]* name="msisdn"[^>]* value="(\d+)"/
  expect(field.exec(await show('try', { msisdn: '999000000000' }))?.[1]).toBe('999000000000')
  expect(field.exec(await show('try', { msisdn: '221770000099' }))?.[1]).toBe('221770000001')
})

test('before its first call, the console says that a list of addresses may exclude the portal', async () => {
  const { id } = await createApplication(own.owner, {
    environment: 'production',
    developerId: scene.owner.id,
  })
  const load = async () => loadPage('(portal)/applications/[id]/try/page', { id }, scene.owner.claims, {})
  const text = 'The console is available only if the portal’s address is one of them'
  expect(await load()).not.toContain(text)
  await own.owner.query(`UPDATE application SET allowed_networks = '{203.0.113.0/24}' WHERE id = $1`, [id])
  const html = await load()
  expect(html).toContain(text)
  expect(html).toContain(`href="/applications/${id}/addresses"`)
})
