import { beforeAll, expect, test } from 'vitest'
import { GET, POST } from '@/app/commands/route'
import type { CommandGroup } from '@/components/command-menu/commands'
import type { FormState } from '@/components/ui/form-state'
import { countAttempt } from '@/lib/identity/throttle'
import { loadPage } from '@/test/access/load-page'
import { asCaller, callAction } from '@/test/access/next-request'
import { addPlaces } from '@/test/access/places'
import { type Person, withScene } from '@/test/access/scene'
import { takeSnapshot } from '@/test/access/snapshot'
import { formOf } from '@/test/forms'
import { publishNow } from '@/test/terms'

const { owner: sql, scene } = withScene({ requirements: ['Tax registration'] })
const search = 'app/(portal)/search/actions.ts searchCommands'
let cases: [text: string, path: string][]

beforeAll(async () => {
  const [sandbox, { applicationId: production }] = [scene.sandbox, await scene.production()]
  const query = async (text: string, values: unknown[]) => (await sql.query(text, values)).rows
  const places = await addPlaces(query, production, sandbox.applicationId)
  const [kept] = await query(`SELECT report->'calls'->0->>'requestId' AS id FROM rehearsal`, [])
  const request = places['/applications/[id]/requests/[requestId]']
  cases = [
    [sandbox.clientId, `/applications/${sandbox.applicationId}`],
    [` ${request.toUpperCase()}`, `/applications/${production}/requests/${request}`],
    [
      `X-Request-Id: ${request}\n\n{"code":"account_not_found"}`,
      `/applications/${production}/requests/${request}`,
    ],
    [kept.id, `/applications/${sandbox.applicationId}/requests/${kept.id}`],
    ['\u202a+999 100\u202f000 001\u202c', `/applications/${sandbox.applicationId}/accounts/999100000001`],
    [`\ufeff${sandbox.clientId}\u200b`, `/applications/${sandbox.applicationId}`],
    ['+999 100 000 001', `/applications/${sandbox.applicationId}/accounts/999100000001`],
  ]
})

function post(who: Person, query: string): Promise<Response> {
  const request = new Request('http://localhost:3000/commands', { method: 'POST', body: formOf({ query }) })
  return asCaller(who.claims, () => POST(request))
}

function pathsIn(groups: CommandGroup[]): string[] {
  return groups.flatMap(({ commands }) => commands.flatMap((each) => ('href' in each ? each.href : [])))
}

/** Where the results of the page lead. */
async function find(who: Person | null, query: string): Promise<string[]> {
  const { answer } = await callAction(who, search, [{}, formOf({ query })])
  return pathsIn((answer as FormState<CommandGroup[]>).value ?? [])
}

/** The same without the documentation. */
async function findOwn(who: Person | null, query: string): Promise<string[]> {
  return (await find(who, query)).filter((path) => !path.startsWith('/docs'))
}

test('what people paste leads to their own objects, and for anyone else to none', async () => {
  for (const [text, path] of cases) {
    expect((await findOwn(scene.owner, text))[0]).toBe(path)
    for (const other of [scene.other, scene.administrator]) expect(await findOwn(other, text)).toEqual([])
  }
  const [, [request, path] = ['', '']] = cases
  const response = await post(scene.owner, request)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(pathsIn(await response.json())).toContain(path)
  expect((await find(null, 'quota_exceeded'))[0]).toBe('/docs/errors/quota_exceeded')
  expect(await find(null, '{"error":"quota_exceeded"}')).toContain('/docs/errors/quota_exceeded')
})

test('staff find people by their address: administrators the person, both their submissions', async () => {
  const { email, id } = scene.owner
  const { submissionId } = await scene.production()
  const found = [`/administration/developers/${id}`, `/review/${submissionId}`]
  expect(await findOwn(scene.reviewer, email)).toEqual(found.slice(1))
  expect(await findOwn(scene.administrator, email)).toEqual(found)
  await sql.query('DELETE FROM totp_factor WHERE developer_id = $1', [scene.administrator.id])
  for (const who of [scene.administrator, scene.other]) expect(await findOwn(who, email)).toEqual([])
})

test('owners are offered what they may do with an application, and staff their pages', async () => {
  const list = async (who: Person): Promise<CommandGroup[]> => (await asCaller(who.claims, GET)).json()
  const groups = await list(scene.owner)
  expect(pathsIn(groups).join(' ')).not.toMatch(/\/(review|administration)/)
  expect(pathsIn(await list(scene.reviewer))).toContain('/review')
  const actions = groups.find(({ title }) => title === 'Actions')?.commands ?? []
  const { applicationId, clientId } = scene.sandbox
  expect(pathsIn([{ title: '', commands: actions }])).toEqual(
    expect.arrayContaining([`/applications/${applicationId}/keys`, `/applications/${applicationId}/team`]),
  )
  expect(actions).toContainEqual(expect.objectContaining({ action: 'copy', value: clientId }))
})

test('before a search the page has the newest applications and the main places only', async () => {
  const links = async (who: Person) =>
    [...(await loadPage('(portal)/search/page', {}, who.claims)).matchAll(/<li><a [^>]*href="([^"]+)"/g)].map(
      ([, to]) => to,
    )
  const { applicationId } = scene.sandbox
  const shown = await links(scene.owner)
  expect(shown).toEqual(
    expect.arrayContaining(['/applications/new', `/applications/${applicationId}`, '/docs', '/status']),
  )
  expect(shown).not.toContain(`/applications/${applicationId}/keys`)
  expect(await links(scene.administrator)).toEqual(expect.arrayContaining(['/administration', '/review']))
})

test('strangers search in the frame of the public pages, signed-in people beside their rail', async () => {
  const open = await loadPage('(portal)/search/page', {}, null)
  expect(open).toMatch(/<a [^>]*href="\/sign-up"[^>]*>Create an account/)
  expect(open).not.toContain('class="shell"')
  const own = await loadPage('(portal)/search/page', {}, scene.owner.claims)
  expect(own).toContain('class="shell"')
  expect(own).not.toContain('href="/sign-up"')
})

test('a person’s searches are limited, and leave nothing but their number', async () => {
  const before = await takeSnapshot(sql)
  await find(scene.other, 'something')
  expect(await takeSnapshot(sql)).toEqual(before)
  while ((await countAttempt('search', scene.other.id)) === 0);
  const { answer } = await callAction(scene.other, search, [{}, formOf({ query: 'something' })])
  const error = expect.stringMatching(/^Too many attempts/)
  expect(answer).toMatchObject({ error, wait: expect.any(Number) })
  const response = await post(scene.other, 'something')
  expect([response.status, await response.text()]).toEqual([429, error])
})

test('terms to be accepted keep everything private from being found', async () => {
  await publishNow(sql)
  for (const [text] of cases) expect(await findOwn(scene.owner, text)).toEqual([])
})

test.each(['text/plain', 'multipart/form-data'])('a body of %s is no form', async (type) => {
  const init = { method: 'POST', body: 'a', headers: { 'Content-Type': type } }
  const request = new Request('http://localhost:3000/commands', init)
  expect((await asCaller(null, () => POST(request))).status).toBe(400)
})

test('any text can be searched for', async () => {
  for (const text of ['a\0@b.example', '\0', '\ud800@b.example', '%_\\@', '221'.repeat(2000)])
    for (const who of [scene.administrator, scene.reviewer, scene.owner])
      expect((await post(who, text)).status).toBe(200)
})
