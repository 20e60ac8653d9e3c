import { beforeAll, expect, test } from 'vitest'
import type { ConsoleExchange } from '@/app/_console/state'
import type { FormState } from '@/components/ui/form-state'
import { getSettings } from '@/lib/env'
import { callAction } from '@/test/access/next-request'
import { type Scene, setScene } from '@/test/access/scene'
import { createAccount, createApplication } from '@/test/factories'
import { formOf } from '@/test/forms'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'

const world = withGateways()
let gateway: TestGateway
let scene: Scene

beforeAll(async () => {
  gateway = await world.start()
  Object.assign(getSettings(), { SANDBOX_AUTH_URL: gateway.url, SANDBOX_BASE_URL: gateway.url })
  await createAccount(world.owner, '221770000001', { balance: '12500' })
  scene = await setScene(world.owner)
})

async function press(operation: string, fields: Record<string, string>) {
  const form = formOf(fields)
  const outcome = await callAction(scene.owner, 'app/docs/reference/actions.ts callFromReference', [
    operation,
    {},
    form,
  ])
  return { ...outcome, state: outcome.answer as FormState<ConsoleExchange> | undefined }
}

const own = () => ({ application: scene.sandbox.applicationId })

test('each endpoint is called with the chosen application, and the secret is masked', async () => {
  const token = await press('obtainToken', own())
  expect(token.state?.value?.answer.body).toContain('"access_token": "guichet_sandbox_token_')
  const balance = await press('readAccount', { ...own(), msisdn: '221770000001' })
  expect(balance.state?.value?.answer.body).toContain(
    '"balance": {\n    "value": 12500,\n    "unit": "XOF"\n  }',
  )
  const active = await press('introspectToken', own())
  expect(active.state?.value?.answer.body).toContain('"active": true')
  expect(active.state?.value?.request.body).toContain('client_secret=••••')
  const held = await fetchToken(gateway, scene.sandbox)
  expect((await press('revokeToken', own())).state?.value?.answer.status).toBe(200)
  expect(await fetchToken(gateway, scene.sandbox)).not.toBe(held)
  const { rows } = await world.owner.query(
    `SELECT count(*)::int FROM audit_entry WHERE action = 'secret.used'`,
  )
  expect(rows[0].count).toBe(6)
})

test('a number is sent as typed, and a mark in it is named', async () => {
  const msisdn = '\u202a+221770000001\u202c'
  const { state } = await press('readAccount', { ...own(), msisdn })
  expect(state?.value?.request.url).toContain(encodeURIComponent(msisdn).replaceAll('%20', '+'))
  expect(state?.value?.answer.status).toBe(400)
  expect(state?.errors).toEqual({ msisdn: 'The msisdn contains U+202A, which cannot be seen.' })
  expect(state?.values).toMatchObject({ msisdn })
})

test('what was typed stays, next to its error', async () => {
  const { state } = await press('readAccount', { ...own(), msisdn: '' })
  expect(state?.errors?.msisdn).toMatch(/msisdn|number/i)
  expect(state?.values).toMatchObject(own())
})

test('no application but an active Sandbox one, and no other endpoint, can be used', async () => {
  const developerId = scene.owner.id
  const production = await createApplication(world.owner, {
    developerId,
    environment: 'production',
    state: 'active',
  })
  const suspended = await createApplication(world.owner, { developerId, state: 'suspended' })
  const others = await createApplication(world.owner)
  for (const application of [production.id, suspended.id, others.id, 'x', ''])
    expect((await press('obtainToken', { application })).status, application).toMatch(/404/)
  expect((await press('constructor', own())).status).toMatch(/404/)
})
