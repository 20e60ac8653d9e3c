import { beforeAll, expect, test, vi } from 'vitest'
import { newId } from '@/lib/ids'
import { createApplication } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { explain } from './actions'

const asked = vi.hoisted(() => ({ applicationId: '' }))

vi.mock('next/headers', () => ({
  headers: async () => new Headers({ origin: 'http://localhost:3000' }),
}))
vi.mock('next/navigation', async (original) => ({
  ...(await original<object>()),
  redirect: (path: string) => {
    throw new Error(`to ${path}`)
  },
}))
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }))
vi.mock('@/app/_request/application', () => ({
  requireApplication: async () => ({ application: { id: asked.applicationId } }),
}))

const { owner } = withOwnDatabase()
const requestId = newId()

beforeAll(async () => {
  asked.applicationId = (await createApplication(owner)).id
  await record(requestId, 'account_not_found')
})

function record(id: string, errorCode: string) {
  return owner.query(
    `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, error_code, latency_ms, address)
     VALUES ($1, $2, now(), 'account', 404, $3, 4, '192.0.2.1')`,
    [asked.applicationId, id, errorCode],
  )
}

async function ask(request: string) {
  const form = new FormData()
  form.set('request', request)
  const answer = explain(asked.applicationId, {}, form)
  return answer.catch((error: Error) => error.message)
}

const response = (id: string, code: string) =>
  JSON.stringify({ code, instance: `urn:uuid:${id}`, access_token: 'secret' })

test('a pasted response opens its call, and only the ID appears in the URL', async () => {
  expect(await ask(response(requestId, 'account_not_found'))).toBe(
    `to /applications/${asked.applicationId}/usage/${requestId}`,
  )
})

test('a call recorded during the wait is found', async () => {
  const late = newId()
  const answer = ask(late)
  await record(late, 'invalid_msisdn')
  expect(await answer).toBe(`to /applications/${asked.applicationId}/usage/${late}`)
})

test('a response without a recorded call opens its error code, and a bare ID an explanation', async () => {
  expect(await ask(response(newId(), 'invalid_msisdn'))).toBe('to /docs/errors/invalid_msisdn')
  expect(await ask(newId())).toMatchObject({ errors: { request: 'notFound' } })
})

test('a code opens the last call that ended with it, or its page', async () => {
  expect(await ask('account_not_found')).toContain(`/usage/${requestId}`)
  expect(await ask('{"error":"invalid_scope"}')).toBe('to /docs/errors/invalid_scope')
})

test.each(['', 'it does not work', 'no_such_code'])('%j is sent back with an error', async (text) => {
  expect(JSON.stringify(await ask(text))).toContain('noId')
})
