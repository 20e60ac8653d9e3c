import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { inRequest } from '@/lib/request'
import { callAction, type Outcome } from '@/test/access/next-request'
import { type Scene, setScene } from '@/test/access/scene'
import { goodPassword } from '@/test/developers'
import { formOf } from '@/test/forms'
import { withOwnDatabase } from '@/test/own-database'

const { owner: sql } = withOwnDatabase()
const create = 'app/(portal)/applications/new/actions.ts createApplication'
const addAccount = 'app/(portal)/applications/[id]/accounts/actions.ts createAccount'
const createKey = 'app/(portal)/account/keys/actions.ts createKey'
// The days as pasted: the form of a command reads its fields like any other.
const accessKey = {
  keyName: 'CI',
  days: '\u202a3 0\u202c',
  permission: 'read',
  confirming: 'yes',
  password: goodPassword,
}
let scene: Scene

beforeAll(async () => {
  scene = await setScene(sql)
})

/** A form of the owner's; posted again it has the same key. */
function rendered(key: string, name: string, ...bound: string[]) {
  return (fields: Record<string, string>, person = scene.owner): Promise<Outcome> => {
    const form = formOf({ ...fields, person: person.id, requestKey: key })
    const origin = { parsed: true, isCut: () => false, ownFields: () => ({ requestKey: key }) }
    return inRequest('a post', () => callAction(person, name, [...bound, {}, form]), origin)
  }
}

const count = async (table: string) =>
  Number((await sql.query(`SELECT count(*) FROM ${table}`)).rows[0].count)

describe('a form with a key', () => {
  const fields = { name: 'Till', description: '', environment: 'sandbox' }

  test('is done once, also by posts that arrive together, and leads each of them to the same page', async () => {
    const send = rendered(randomUUID(), create)
    const before = await count('application')
    const posts = await Promise.all([send(fields), send(fields), send(fields)])
    expect(new Set([...posts, await send(fields)].map(({ redirect }) => redirect)).size).toBe(1)
    expect(posts[0]?.redirect).toMatch(/^\/applications\/[0-9a-f-]{36}/)
    expect(await count('application')).toBe(before + 1)
  })

  test('that has other content by now says that it was received, and keeps what was typed', async () => {
    const send = rendered(randomUUID(), create)
    await send(fields)
    const before = await count('application')
    const { answer } = await send({ ...fields, name: 'Kiosk' })
    expect(answer).toMatchObject({
      error: expect.stringContaining('received this already'),
      values: { name: 'Kiosk' },
    })
    expect(await count('application')).toBe(before)
  })

  test('that was refused is done when it is sent again', async () => {
    const send = rendered(randomUUID(), addAccount, scene.sandbox.applicationId)
    const account = {
      msisdn: '999100000009',
      type: 'customer',
      status: 'active',
      currency: 'XOF',
      balance: '5',
    }
    expect((await rendered(randomUUID(), addAccount, scene.sandbox.applicationId)(account)).redirect).toMatch(
      /done=created/,
    )
    expect((await send(account)).answer).toMatchObject({ errors: { msisdn: expect.any(String) } })
    expect((await send({ ...account, msisdn: '999100000010' })).redirect).toMatch(/done=created/)
  })

  test('is the form of one person: the same key of another one is theirs', async () => {
    const key = randomUUID()
    const mine = await rendered(key, create)(fields)
    const theirs = await rendered(key, create)(fields, scene.other)
    expect(theirs.redirect).toMatch(/^\/applications\//)
    expect(theirs.redirect).not.toBe(mine.redirect)
  })
})

test('a form that ended what it was about leads its person, and no one else, to where it led before', async () => {
  const { applicationId } = scene.sandbox
  const end = 'app/(portal)/applications/[id]/delete/actions.ts removeApplication'
  const send = rendered(randomUUID(), end, applicationId)
  const first = await send({ confirming: 'yes' })
  expect(first.redirect).toBe('/applications?done=deleted')
  expect(await send({ confirming: 'yes' })).toEqual(first)
  expect((await send({ confirming: 'yes' }, scene.other)).status).toMatch(/404$/)
  expect((await rendered(randomUUID(), end, applicationId)({ confirming: 'yes' })).status).toMatch(/404$/)
})

describe('a form that replaced the session', () => {
  const unconfirm = () =>
    sql.query('UPDATE session SET confirmed_at = NULL WHERE id = $1', [scene.owner.claims.sessionId])

  test('may say with the previous cookie, for a minute, that it was done; nothing else may', async () => {
    scene = await setScene(sql)
    await unconfirm()
    const key = randomUUID()
    const send = rendered(key, createKey)
    const { answer } = await send(accessKey)
    expect(answer).toMatchObject({ value: expect.stringMatching(/^guichet_personal_/) })
    const keys = await count('personal_access_key')
    // Its secret is not shown again.
    expect((await send(accessKey)).answer).toEqual({
      error: expect.stringContaining('shown once'),
      values: expect.not.objectContaining({ password: expect.anything() }),
    })
    const left = /^\/sign-in/
    for (const other of [randomUUID(), '', key.toUpperCase()])
      expect((await rendered(other, createKey)(accessKey)).redirect).toMatch(left)
    expect((await callAction(scene.owner, createKey, [{}, formOf(accessKey)])).redirect).toMatch(left)
    const stolen = { ...scene.other, claims: { ...scene.owner.claims, developerId: scene.other.id } }
    expect((await send(accessKey, stolen)).redirect).toMatch(left)
    setClock(new Date(Date.now() + 61_000))
    expect((await send(accessKey)).redirect).toMatch(left)
    expect(await count('personal_access_key')).toBe(keys)
  })

  test('gives nothing once the new session has ended', async () => {
    scene = await setScene(sql)
    await unconfirm()
    const send = rendered(randomUUID(), createKey)
    await send(accessKey)
    await sql.query('UPDATE session SET revoked_at = now() WHERE developer_id = $1 AND revoked_at IS NULL', [
      scene.owner.id,
    ])
    expect((await send(accessKey)).redirect).toMatch(/^\/sign-in/)
  })
})
