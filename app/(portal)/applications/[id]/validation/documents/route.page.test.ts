import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { loadPage } from '@/test/access/load-page'
import { asCaller } from '@/test/access/next-request'
import { withScene } from '@/test/access/scene'
import { formOf } from '@/test/forms'
import { publishNow } from '@/test/terms'
import { createDraft, pdf } from '@/test/validation'
import { POST } from './route'

const { owner: sql, scene } = withScene({ requirements: ['Tax registration'] })
let id: string
let page: string
let requirement: string

beforeEach(async () => {
  id = (await createDraft(sql, { documents: false, owner: { id: scene.owner.id, role: 'developer' } }))
    .applicationId
  page = `/applications/${id}/validation`
  requirement = (await sql.query('SELECT id FROM requirement')).rows[0].id
})

type Claims = Parameters<typeof asCaller>[0]

/** Next makes a redirect of what is thrown. */
async function led(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    const [kind, , location = '', status] = String((error as { digest?: string }).digest).split(';')
    if (kind !== 'NEXT_REDIRECT') throw error
    return new Response(null, { status: Number(status), headers: { location } })
  }
}

async function send(
  fields: Record<string, string | File>,
  accept = 'text/html',
  claims: Claims = scene.owner.claims,
) {
  const headers = { accept }
  const request = new Request('http://localhost:3000', { method: 'POST', headers, body: formOf(fields) })
  const answer = () => POST(request, { params: Promise.resolve({ id }) })
  const response = await asCaller(claims, () => led(answer), `${page}/documents`, { 'x-guichet-post': '1' })
  return {
    status: response.status,
    location: response.headers.get('location'),
    body: response.body && (await response.json()),
  }
}

const file = (name = 'tax.pdf') => new File([new Uint8Array(pdf())], name)
const versions = async () => {
  const query = `SELECT d.version, d.replaced_at FROM document d JOIN submission s ON s.id = d.submission_id
    WHERE s.application_id = $1 ORDER BY version`
  return (await sql.query(query, [id])).rows
}
const rendered = (intent: string) => ({
  person: scene.owner.id,
  requestKey: randomUUID(),
  intent,
  [requirement]: file(),
})

test('documents that are sent twice at once are stored, and submitted, once; both posts lead to the same page', async () => {
  const form = rendered('submit')
  const posts = await Promise.all([send(form), send(form)])
  expect([...posts, await send(form)].map(({ location }) => location)).toEqual(
    Array(3).fill(`${page}?done=submitted`),
  )
  expect(await versions()).toEqual([{ version: 1, replaced_at: null }])
  expect((await sql.query('SELECT FROM upload_chunk')).rowCount).toBe(0)
})

test('the rest of a form that broke off is stored when it is sent again, and so is another file', async () => {
  const form = rendered('save')
  expect((await send({ ...form, [requirement]: file() })).location).toBe(`${page}?done=saved`)
  expect((await send({ ...form, requestKey: randomUUID() })).location).toBe(`${page}?done=saved`)
  expect(await versions()).toHaveLength(1)
  await send({ ...form, [requirement]: file('newer.pdf') })
  expect(await versions()).toMatchObject([{ replaced_at: expect.any(Date) }, { replaced_at: null }])
})

test('a form that was done and comes back with other content says so', async () => {
  const form = rendered('submit')
  await send(form)
  expect((await send({ ...form, intent: 'submit', [requirement]: file('other.pdf') })).location).toContain(
    'refused=repeated',
  )
  const html = await loadPage('(portal)/applications/[id]/validation/page', { id }, scene.owner.claims, {
    refused: 'repeated',
  })
  expect(html).toContain('This was already submitted and processed')
  expect(await versions()).toHaveLength(1)
})

test('a form that shows another document than there is overwrites and submits nothing, and says so', async () => {
  const show = async () => {
    const html = await loadPage('(portal)/applications/[id]/validation/page', { id }, scene.owner.claims)
    const value = new RegExp(`name="shown.${requirement}"[^>]* value="([^"]*)"`).exec(html)?.[1]
    return { [`shown.${requirement}`]: String(value) }
  }
  const empty = await show()
  const newer = () => new File([new Uint8Array(pdf(500))], 'tax.pdf')
  const mine = { ...empty, ...rendered('submit'), [requirement]: newer() }
  await send({ ...empty, ...rendered('save') })
  const before = await show()
  expect((await send(mine)).location).toBe(`${page}?problem=${requirement}%3Achanged`)
  expect(await send(mine, 'application/json')).toMatchObject({ status: 409, body: { stale: true } })
  const { [requirement]: _, ...submits } = rendered('submit')
  expect((await send({ ...empty, ...submits })).location).toBe(`${page}?refused=changed`)
  // Another file of the same name.
  await send({ ...before, ...rendered('save'), [requirement]: newer() })
  expect((await send({ ...before, ...submits })).location).toBe(`${page}?refused=changed`)
  expect(await versions()).toHaveLength(2)
  const last = { ...(await show()), ...rendered('submit') }
  expect((await send(last)).location).toBe(`${page}?done=submitted`)
})

test('a form that was rendered for someone else stores nothing, and says who is signed in', async () => {
  const form = { ...rendered('submit'), person: scene.other.id }
  expect((await send(form)).location).toBe(`${page}?refused=other_person`)
  expect(await send(form, 'application/json')).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining(scene.owner.email) },
  })
  expect(await versions()).toHaveLength(0)
})

test('a document of an ended session, or of someone who owes the terms, is not received, which says so', async () => {
  const query = `?next=${encodeURIComponent(page)}&unsent=1`
  expect((await send({}, 'text/html', null)).location).toBe(`/sign-in${query}`)
  expect(await send({}, 'application/json', null)).toMatchObject({
    status: 401,
    body: { error: 'Your session expired, so the form wasn’t submitted.' },
  })
  await publishNow(sql)
  expect((await send({})).location).toBe(`/terms/accept${query}`)
  expect(await send({}, 'application/json')).toMatchObject({
    status: 403,
    body: { error: 'Nothing was sent yet.' },
  })
})
