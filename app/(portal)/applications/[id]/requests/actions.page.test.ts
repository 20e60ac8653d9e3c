import { beforeAll, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { messages } from '@/messages'
import { withOwnDatabase } from '@/test/own-database'
import { callAction } from '@/test/walls/next-request'
import { type Scene, setScene } from '@/test/walls/scene'

const { owner: sql } = withOwnDatabase()
const { explain } = messages.en.usage
const requestId = newId()
let scene: Scene
let id: string

beforeAll(async () => {
  scene = await setScene(sql)
  id = scene.sandbox.applicationId
  await record(requestId, 'account_not_found')
})

function record(request: string, errorCode: string) {
  return sql.query(
    `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, error_code, latency_ms, address)
     VALUES ($1, $2, now(), 'account', 404, $3, 4, '192.0.2.1')`,
    [id, request, errorCode],
  )
}

function ask(request: string) {
  const form = new FormData()
  form.set('request', request)
  return callAction(scene.owner, 'app/(portal)/applications/[id]/requests/actions.ts explain', [id, {}, form])
}

const response = (request: string, code: string) =>
  JSON.stringify({ code, instance: `urn:uuid:${request}`, access_token: 'secret' })

test('a pasted response opens its call, and only the ID appears in the URL', async () => {
  const { redirect } = await ask(response(requestId, 'account_not_found'))
  expect(redirect).toBe(`/applications/${id}/requests/${requestId}`)
})

test('a call recorded during the wait is found', async () => {
  const late = newId()
  const answer = ask(late)
  await record(late, 'invalid_msisdn')
  expect((await answer).redirect).toBe(`/applications/${id}/requests/${late}`)
})

test('a response without a recorded call opens its error code, and a bare ID an explanation', async () => {
  const [{ redirect }, { answer }] = await Promise.all([
    ask(response(newId(), 'invalid_msisdn')),
    ask(newId()),
  ])
  expect(redirect).toBe('/docs/errors/invalid_msisdn')
  expect(answer).toMatchObject({ errors: { request: explain.notFound } })
})

test('a code opens the last call that ended with it, or its page', async () => {
  expect((await ask('account_not_found')).redirect).toContain(`/requests/${requestId}`)
  expect((await ask('{"error":"invalid_scope"}')).redirect).toBe('/docs/errors/invalid_scope')
})

test.each(['', 'it does not work', 'no_such_code'])('%j is sent back with an error', async (text) => {
  expect((await ask(text)).answer).toMatchObject({ errors: { request: explain.noId } })
})
