import { beforeAll, expect, test } from 'vitest'
import { GET, POST } from '@/app/commands/route'
import type { Command, CommandGroup } from '@/components/command-menu/commands'
import type { FormState } from '@/components/ui/form-state'
import { takeAttempt } from '@/lib/identity/throttle'
import { withOwnDatabase } from '@/test/own-database'
import { publishNow } from '@/test/terms'
import { asCaller, callAction } from '@/test/walls/next-request'
import { addPlaces } from '@/test/walls/places'
import { type Person, type Scene, setScene } from '@/test/walls/scene'
import { takeSnapshot } from '@/test/walls/snapshot'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration'] })
const search = 'app/(portal)/search/actions.ts search'
let scene: Scene
let production: string
let texts: Record<'clientId' | 'request' | 'kept' | 'msisdn' | 'address', string>

beforeAll(async () => {
  scene = await setScene(sql)
  production = (await scene.production()).applicationId
  const query = async (text: string, values: unknown[]) => (await sql.query(text, values)).rows
  const places = await addPlaces(query, production, scene.sandbox.applicationId)
  const { rows } = await sql.query(`SELECT report->'calls'->0->>'requestId' AS id FROM rehearsal`)
  texts = {
    clientId: scene.sandbox.clientId,
    request: places['/applications/[id]/usage/[requestId]'],
    kept: rows[0].id,
    msisdn: '+999 100 000 001',
    address: scene.owner.email,
  }
})

/** Where the results of the page lead, those in the documentation aside. */
async function pathsOf(who: Person | null, query: string): Promise<string[]> {
  const { answer } = await callAction(who, search, [{}, formOf(query)])
  const groups = (answer as FormState<CommandGroup[]>).value ?? []
  return hrefs(groups).filter((href) => !href.startsWith('/docs'))
}

function hrefs(groups: CommandGroup[]): string[] {
  return groups.flatMap(({ commands }) => commands.flatMap((each) => ('href' in each ? each.href : [])))
}

function formOf(query: string): FormData {
  const form = new FormData()
  form.set('query', query)
  return form
}

test('what people paste leads to their own objects, on the page and in the menu', async () => {
  const { applicationId } = scene.sandbox
  const { clientId, request, kept, msisdn } = texts
  expect(await pathsOf(scene.owner, clientId)).toContain(`/applications/${applicationId}`)
  expect(await pathsOf(scene.owner, ` ${request.toUpperCase()}`)).toEqual([
    `/applications/${production}/usage/${request}`,
  ])
  expect(await pathsOf(scene.owner, kept)).toEqual([`/applications/${applicationId}/usage/${kept}`])
  expect(await pathsOf(scene.owner, msisdn)).toEqual([`/applications/${applicationId}/accounts/999100000001`])
  const post = new Request('http://localhost:3000/commands', { method: 'POST', body: formOf(request) })
  const response = await asCaller(scene.owner.claims, () => POST(post))
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(hrefs(await response.json())).toContain(`/applications/${production}/usage/${request}`)
})

test.each(['clientId', 'request', 'kept', 'msisdn', 'address'] as const)(
  'no one else finds the %s',
  async (kind) => {
    expect(await pathsOf(scene.other, texts[kind])).toEqual([])
    expect(await pathsOf(null, texts[kind])).toEqual([])
    if (kind !== 'address') expect(await pathsOf(scene.administrator, texts[kind])).toEqual([])
  },
)

test('staff find people by their address: administrators the person, both their submissions', async () => {
  const { submissionId } = await scene.production()
  expect(await pathsOf(scene.reviewer, texts.address)).toEqual([`/review/${submissionId}`])
  expect(await pathsOf(scene.administrator, texts.address)).toEqual([
    `/administration/developers/${scene.owner.id}`,
    `/review/${submissionId}`,
  ])
  await sql.query('DELETE FROM totp_factor WHERE developer_id = $1', [scene.administrator.id])
  expect(await pathsOf(scene.administrator, texts.address)).toEqual([])
})

test('an error code leads to its page, for everyone', async () => {
  const { answer } = await callAction(null, search, [{}, formOf('quota_exceeded')])
  expect(hrefs((answer as FormState<CommandGroup[]>).value ?? [])[0]).toBe('/docs/errors/quota_exceeded')
})

test('owners are offered what they may do with an application', async () => {
  const groups: CommandGroup[] = await (await asCaller(scene.owner.claims, GET)).json()
  const { commands } = groups.find(({ title }) => title === 'Actions') as { commands: Command[] }
  const { applicationId, clientId } = scene.sandbox
  const ofSandbox = commands.filter(({ detail }) => detail === 'Sandbox')
  expect(ofSandbox.map((each) => ('href' in each ? each.href : each))).toEqual([
    `/applications/${applicationId}#secrets`,
    `/applications/${applicationId}/team`,
    {
      action: 'copy',
      value: clientId,
      label: expect.stringMatching(/^Copy client ID of /),
      detail: 'Sandbox',
    },
  ])
})

test('a person’s searches are limited, and leave nothing but their number', async () => {
  const before = await takeSnapshot(sql)
  await pathsOf(scene.other, texts.request)
  expect(await takeSnapshot(sql)).toEqual(before)
  while ((await takeAttempt('search', scene.other.id)) === 0);
  const { answer } = await callAction(scene.other, search, [{}, formOf(texts.request)])
  expect(answer).toMatchObject({ error: expect.stringMatching(/^Too many attempts/) })
  const post = new Request('http://localhost:3000/commands', { method: 'POST', body: formOf('balance') })
  const response = await asCaller(scene.other.claims, () => POST(post))
  expect(response.status).toBe(429)
  expect(await response.text()).toMatch(/^Too many attempts/)
})

test('terms to be accepted keep everything private from being found', async () => {
  await publishNow(sql)
  expect(await pathsOf(scene.owner, texts.request)).toEqual([])
})
