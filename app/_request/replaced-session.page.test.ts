import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { withRequestContext } from '@/lib/request-context'
import { callAction, type Outcome } from '@/test/access/next-request'
import { withScene } from '@/test/access/scene'
import { goodPassword } from '@/test/developers'
import { formOf } from '@/test/forms'

const { owner: sql, scene } = withScene({ each: true })
const createKey = 'app/(portal)/account/keys/actions.ts createKey'
// The days as pasted: the form of a command reads its fields like any other.
const accessKey = {
  keyName: 'CI',
  days: '\u202a3 0\u202c',
  permission: 'read',
  confirming: 'yes',
  password: goodPassword,
}

beforeEach(async () => {
  await sql.query('UPDATE session SET confirmed_at = NULL WHERE id = $1', [scene.owner.claims.sessionId])
})

/** A form of the owner's; posted again it has the same key. */
function rendered(key: string) {
  return (fields: Record<string, string>, person = scene.owner): Promise<Outcome> => {
    const form = formOf({ ...fields, person: person.id, requestKey: key })
    const origin = { parsed: true, isCut: () => false, hiddenFields: () => ({ requestKey: key }) }
    return withRequestContext('a post', () => callAction(person, createKey, [{}, form]), origin)
  }
}

const count = async (table: string) =>
  Number((await sql.query(`SELECT count(*) FROM ${table}`)).rows[0].count)

describe('a form that replaced the session', () => {
  test('may say with the previous cookie, for a minute, that it was done; nothing else may', async () => {
    const key = randomUUID()
    const send = rendered(key)
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
      expect((await rendered(other)(accessKey)).redirect).toMatch(left)
    expect((await callAction(scene.owner, createKey, [{}, formOf(accessKey)])).redirect).toMatch(left)
    const stolen = { ...scene.other, claims: { ...scene.owner.claims, developerId: scene.other.id } }
    expect((await send(accessKey, stolen)).redirect).toMatch(left)
    setClock(new Date(Date.now() + 61_000))
    expect((await send(accessKey)).redirect).toMatch(left)
    expect(await count('personal_access_key')).toBe(keys)
  })

  test('gives nothing once the new session has ended', async () => {
    const send = rendered(randomUUID())
    await send(accessKey)
    await sql.query('UPDATE session SET revoked_at = now() WHERE developer_id = $1 AND revoked_at IS NULL', [
      scene.owner.id,
    ])
    expect((await send(accessKey)).redirect).toMatch(/^\/sign-in/)
  })
})
