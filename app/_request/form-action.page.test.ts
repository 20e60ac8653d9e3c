import { randomUUID } from 'node:crypto'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, test } from 'vitest'
import ConfirmHere from '@/components/ui/confirm-fields'
import type { Confirmation, FormState } from '@/components/ui/form-state'
import { createAccessKey } from '@/lib/access-keys/access-key'
import { versionOf } from '@/lib/commands/command'
import { database } from '@/lib/database'
import { withRequestContext } from '@/lib/request-context'
import { executeAs } from '@/scripts/launch/execute-as'
import { callAction, type Outcome } from '@/test/access/next-request'
import { type Person, type Scene, setScene } from '@/test/access/scene'
import { addKey, createKey, switchToKeys } from '@/test/client-keys'
import { goodPassword } from '@/test/developers'
import { type Client, createClient } from '@/test/factories'
import { formOf } from '@/test/forms'
import { createOrganisation } from '@/test/organisations'
import { withOwnDatabase } from '@/test/own-database'
import { createEndpoint } from '@/test/webhooks'

const { owner: sql } = withOwnDatabase()
const secrets = 'app/(portal)/applications/[id]/actions.ts'
const keys = 'app/(portal)/account/keys/actions.ts'
const newKey = { keyName: 'CI', days: '30', permission: 'read' }
const entered = { confirming: 'yes', password: goodPassword }
let scene: Scene
/** Of the owner, in Production. */
let client: Client

beforeEach(async () => {
  await sql.query('DELETE FROM personal_access_key')
  scene = await setScene(sql)
  client = await createClient(sql, { environment: 'production', developerId: scene.owner.id })
})

type Form = { by?: Person | null; key?: string; bound?: string[] }

/** Posts a form as a browser does; with a key, posts of the same form are repeats. */
function post(
  action: string,
  fields: Record<string, string> = {},
  { by = scene.owner, key, bound = [] }: Form = {},
) {
  const own = { ...(by && { person: by.id }), ...(key && { requestKey: key }) }
  const origin = { parsed: true, isCut: () => false, hiddenFields: () => own }
  const headers = { 'x-guichet-path': '/page?query', 'x-guichet-post': '1' }
  return withRequestContext(
    'a post',
    () => callAction(by, action, [...bound, {}, formOf({ ...fields, ...own })], headers),
    origin,
  )
}

const rotate = (form: Form = {}, fields: Record<string, string> = {}) =>
  post(
    `${secrets} rotateSecret`,
    { secretId: scene.sandbox.secretId, overlap: '24', ...fields },
    {
      bound: [scene.sandbox.applicationId],
      ...form,
    },
  )
const reveal = (fields: Record<string, string> = {}, form: Form = {}) =>
  post(`${secrets} revealSecret`, fields, { bound: [client.applicationId], ...form })

const count = async (table: string) =>
  Number((await sql.query(`SELECT count(*) FROM ${table}`)).rows[0].count)
const unconfirm = () => sql.query('UPDATE session SET confirmed_at = NULL')

describe('who posts a form', () => {
  test('without a session is sent to sign in, and told that nothing was received', async () => {
    expect((await rotate({ by: null })).redirect).toBe('/sign-in?next=%2Fpage%3Fquery&unsent=1')
  })

  test.each([
    ['a stranger', () => scene.other],
    ['an administrator', () => scene.administrator],
    ['a member without the right', () => scene.member],
  ])('%s gets a 404, and nothing is asked', async (_, person) => {
    await unconfirm()
    const outcome = await reveal({}, { by: person() })
    expect(outcome.status).toMatch(/404$/)
    expect((await rotate({ by: person() })).status).toMatch(/404$/)
  })

  test('whose account has ended is sent to sign in', async () => {
    await sql.query('UPDATE developer SET suspended_at = now() WHERE id = $1', [scene.owner.id])
    expect((await post(`${keys} createKey`, newKey)).redirect).toMatch(/^\/sign-in/)
  })
})

describe('what was entered', () => {
  test('comes back with its errors next to the fields, and no password', async () => {
    const { answer } = await post(`${keys} createKey`, { ...newKey, days: '400', password: 'x' })
    expect(answer).toEqual({
      errors: { days: expect.stringMatching(/from 1 to 365/) },
      values: expect.objectContaining({ keyName: 'CI', days: '400' }),
    })
    expect(JSON.stringify(answer)).not.toContain('password')
  })

  test('comes back with the reason of a refusal', async () => {
    await rotate()
    const { answer } = await rotate()
    expect(answer).toMatchObject({ error: expect.stringMatching(/\w/), values: { overlap: '24' } })
  })

  test('of what no longer exists comes back with that, where its page stays', async () => {
    const resolve = 'app/(administration)/administration/alerts/actions.ts resolveOpenAlert'
    const { answer } = await post(resolve, {}, { by: scene.administrator, bound: [scene.owner.id] })
    expect(answer).toMatchObject({ error: expect.stringContaining('no longer exists') })
  })

  test('comes back with the seconds to wait after too many attempts', async () => {
    const send = () => post('app/(portal)/account/actions.ts changeOwnEmail', { email: scene.owner.email })
    for (let count = 0; count < 6; count++) await send()
    expect((await send()).answer).toMatchObject({ wait: expect.any(Number), error: expect.any(String) })
  })

  test('comes back with the words that its form has for a limit, also for one that does not say how long', async () => {
    const [bound, url] = [[scene.sandbox.applicationId], 'https://shop.example.com/']
    await createEndpoint(scene.sandbox.applicationId, { id: scene.owner.id, role: 'developer' }, url)
    bound.push((await database().webhookEndpoint.findFirstOrThrow({ where: { url } })).id)
    const send = () => post('app/(portal)/applications/[id]/webhooks/actions.ts sendTest', {}, { bound })
    for (let count = 0; count < 10; count++) await send()
    expect((await send()).answer).toMatchObject({ error: expect.stringMatching(/^You can do this 10 times/) })
  })

  test('does not come back where it may be a secret', async () => {
    const bound = [scene.sandbox.applicationId]
    const publicKey = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----'
    const { answer } = await post(`${secrets} addKey`, { publicKey }, { bound })
    expect(answer).toEqual({ errors: { publicKey: expect.any(String) }, values: {} })
  })
})

describe('a confirmation', () => {
  beforeEach(unconfirm)

  test('is asked for by the name of the act, with what was entered', async () => {
    expect((await post(`${keys} createKey`, newKey)).answer).toMatchObject({
      values: newKey,
      confirmation: {
        title: 'Create the access key “CI”',
        warning: null,
        labels: { password: 'Password', code: null, passkey: null },
        page: '/page?query',
      },
    })
    expect(await count('personal_access_key')).toBe(0)
  })

  test.each([
    ['empty', ''],
    ['wrong', 'not my password'],
  ])('with a password that is %s is asked for again', async (_, password) => {
    const { answer } = await reveal({ confirming: 'yes', password })
    expect(answer).toMatchObject({ confirmation: {}, errors: { password: expect.any(String) } })
    expect(JSON.stringify(answer)).not.toMatch(/not my|guichet_production_secret/)
  })

  test('with the right one acts in the same request', async () => {
    expect((await reveal(entered)).answer).toMatchObject({ value: client.clientSecret })
  })

  test('is not asked for in the Sandbox, where the act does not ask there', async () => {
    expect((await rotate()).redirect).toMatch(/done=rotated/)
  })

  test('of closing an organisation is red', async () => {
    const id = await createOrganisation({ id: scene.owner.id })
    const close = 'app/(portal)/organisations/[id]/actions.ts closeOrganisation'
    const { confirmation: asked } = (await post(close, {}, { bound: [id] })).answer as FormState
    expect(asked).toMatchObject({ irreversible: true, labels: { button: 'Continue' } })
    const html = renderToStaticMarkup(createElement(ConfirmHere, { asked: asked as Confirmation }))
    expect(html).toMatch(/<button[^>]*bg-danger-soft [^>]*><span>Continue</)
  })

  test('of what cannot be undone comes each time, also within the 15 minutes', async () => {
    const input = { keyName: 'Old', days: 1, permission: 'read' } as const
    await executeAs({ id: scene.owner.id, role: 'developer' }, createAccessKey, { input })
    const { id } = await database().personalAccessKey.findFirstOrThrow()
    await sql.query('UPDATE session SET confirmed_at = now()')
    expect((await post(`${keys} removeKey`, { id })).answer).toMatchObject({
      confirmation: {
        title: 'Remove the access key “Old”',
        warning: expect.stringMatching(/\.$/),
        labels: { password: null },
      },
    })
    expect((await post(`${keys} removeKey`, { id, confirming: 'yes' })).redirect).toMatch(/done=removed/)
  })
})

describe('a form that is posted again', () => {
  test.each([
    ['a rotation', (key: string) => rotate({ key }), () => count('client_secret')],
    ['a deletion', (key: string) => remove(key), () => count('personal_access_key')],
  ])(
    '%s: leads where it did, and is done once, also by posts that arrive together',
    async (_, send, rows) => {
      await executeAs({ id: scene.owner.id, role: 'developer' }, createAccessKey, {
        input: { keyName: 'Old', days: 1, permission: 'read' },
      })
      doomed = (await database().personalAccessKey.findFirst())?.id ?? ''
      const key = randomUUID()
      const first = await Promise.all([send(key), send(key), send(key)])
      const left = await rows()
      const all: Outcome[] = [...first, await send(key)]
      expect(new Set(all.map(({ redirect }) => redirect)).size).toBe(1)
      expect(all[0]?.redirect).toMatch(/done=/)
      expect(await rows()).toBe(left)
    },
  )

  test('with other content says that it was received, and keeps what was entered', async () => {
    const key = randomUUID()
    await rotate({ key })
    expect((await rotate({ key }, { overlap: '0' })).answer).toMatchObject({
      error: expect.stringMatching(/already submitted and processed/),
      values: { overlap: '0' },
    })
  })

  test('after it showed a secret does not show it again, but says so', async () => {
    const key = randomUUID()
    expect((await post(`${keys} createKey`, newKey, { key })).answer).toMatchObject({
      value: expect.stringMatching(/^guichet_personal_/),
    })
    const { answer } = await post(`${keys} createKey`, newKey, { key })
    expect(answer).toMatchObject({ error: expect.stringMatching(/shown once/) })
    expect(answer).not.toHaveProperty('value')
    expect(await count('personal_access_key')).toBe(1)
  })

  test('after it said what it did says that it was received', async () => {
    const [key, email] = [randomUUID(), 'new@example.com']
    const send = () => post('app/(portal)/account/actions.ts changeOwnEmail', { email }, { key })
    expect((await send()).answer).toEqual({ done: expect.stringContaining(email), values: {} })
    expect((await send()).answer).toMatchObject({
      error: expect.stringMatching(/already submitted and processed/),
    })
  })
})

let doomed = ''
function remove(key: string) {
  return post(`${keys} removeKey`, { id: doomed, confirming: 'yes' }, { key })
}

test('a form whose page showed something else does nothing, says so, and keeps what was entered', async () => {
  const { applicationId } = scene.sandbox
  await switchToKeys(sql, applicationId, await createKey())
  const shown = versionOf((await database().clientKey.findMany()).map(({ id }) => id))
  await addKey(sql, applicationId, await createKey())
  const form = { bound: [applicationId] }
  expect((await post(`${secrets} switchToSecret`, { shown }, form)).answer).toMatchObject({
    error: expect.stringMatching(/changed/i),
  })
  const now = versionOf((await database().clientKey.findMany()).map(({ id }) => id).sort())
  expect((await post(`${secrets} switchToSecret`, { shown: now }, form)).redirect).toMatch(
    /done=switchedBack/,
  )
})

test('while the database is away nothing is answered as if it were done', async () => {
  await sql.query('ALTER TABLE idempotency_key RENAME TO gone')
  const outcome = await rotate({ key: randomUUID() })
  await sql.query('ALTER TABLE gone RENAME TO idempotency_key')
  expect(outcome).toEqual({ refusal: expect.stringContaining('idempotency_key') })
  expect((await rotate()).redirect).toMatch(/done=rotated/)
})
