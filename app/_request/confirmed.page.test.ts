import { beforeEach, describe, expect, test } from 'vitest'
import type { FormState } from '@/app/_request/action'
import { beginConfirmation } from '@/lib/identity/passkey'
import { loadPage } from '@/test/access/load-page'
import { callAction } from '@/test/access/next-request'
import { putPasskey, type Scene, setScene } from '@/test/access/scene'
import { askPasskey, goodPassword } from '@/test/developers'
import { type Client, createClient } from '@/test/factories'
import { formOf } from '@/test/forms'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam } from '@/test/team'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration'] })
const actions = 'app/(portal)/applications/[id]/actions.ts'
const entered = { confirming: 'yes', password: goodPassword }
let scene: Scene
let client: Client
let id: string

beforeEach(async () => {
  scene = await setScene(sql)
  client = await createClient(sql, { environment: 'production', developerId: scene.owner.id })
  id = client.applicationId
  await sql.query('UPDATE session SET confirmed_at = NULL')
})

async function post(name: string, fields: Record<string, string> = {}, ...given: string[]) {
  const path = { 'x-guichet-path': `/applications/${id}?done=saved` }
  const action = name.includes(' ') ? name : `${actions} ${name}`
  const outcome = await callAction(scene.owner, action, [id, ...given, {}, formOf(fields)], path)
  return { ...outcome, state: outcome.answer as FormState<string> }
}

describe('a form that needs a confirmation', () => {
  test('asks by the name of the act, keeps what was typed, and acts when it is posted again with a password', async () => {
    const { state } = await post('rotateSecret', { secretId: client.secretId, overlap: '24' })
    expect(state).toMatchObject({
      values: { overlap: '24' },
      confirmation: {
        title: 'Rotate the Production secret of Test application',
        labels: { password: 'Password', code: null, passkey: null },
        page: `/applications/${id}?done=saved`,
      },
    })
    const empty = await post('revealSecret', { confirming: 'yes', password: '' })
    expect(empty.state).toMatchObject({ confirmation: {}, errors: { password: expect.any(String) } })
    const wrong = await post('revealSecret', { ...entered, password: 'not my password' })
    expect(wrong.state).toMatchObject({ confirmation: {}, errors: { password: expect.any(String) } })
    expect(JSON.stringify(wrong.state)).not.toContain('not my password')
    expect((await post('revealSecret', entered)).state.value).toBe(client.clientSecret)
  })

  test('takes a passkey instead', async () => {
    const authenticator = await putPasskey(scene.owner)
    const options = await askPasskey(beginConfirmation, scene.owner, scene.owner.claims.sessionId)
    const forged = await post('revealSecret', { confirming: 'yes', passkey: '{}' })
    expect(forged.state).toMatchObject({
      confirmation: { labels: { passkey: expect.any(String) } },
      error: expect.any(String),
    })
    const passkey = JSON.stringify(authenticator.get(options))
    const { state } = await post('revealSecret', { confirming: 'yes', passkey })
    expect(state.value).toBe(client.clientSecret)
  })

  test('asks about what cannot be undone, also where a sign-in counts as a confirmation', async () => {
    await sql.query(`UPDATE client_secret SET retires_at = now() + interval '1 day' WHERE id = $1`, [
      client.secretId,
    ])
    const member = await addToTeam(id, { ...scene.owner, role: 'developer' }, 'member')
    const change = 'app/_team/actions.ts removeMember'
    for (const [name, fields, ...given] of [
      ['revokePreviousSecret', { secretId: client.secretId }],
      [change, {}, member.id],
    ] as const)
      for (const [confirmedAt, password] of [
        ['NULL', 'Password'],
        ['now()', null],
      ]) {
        await sql.query(`UPDATE session SET confirmed_at = ${confirmedAt}`)
        const { state } = await post(name, fields, ...given)
        expect(state.confirmation).toMatchObject({
          warning: expect.stringMatching(/\.$/),
          labels: { password },
        })
      }
    const ended = 'SELECT FROM client_secret WHERE id = $1 AND retires_at <= now()'
    expect((await sql.query(ended, [client.secretId])).rowCount).toBe(0)
    const stays = 'SELECT FROM application_member WHERE developer_id = $1'
    expect((await sql.query(stays, [member.id])).rowCount).toBe(1)
    await post(change, { confirming: 'yes' }, member.id)
    expect((await sql.query(stays, [member.id])).rowCount).toBe(0)
  })
})

describe('the page that only confirms', () => {
  const action = 'app/(auth)/confirm/actions.ts confirmOwnIdentity'
  const given = (fields: Record<string, string>) => [
    {},
    formOf({ next: '/account', password: goodPassword, ...fields }),
  ]

  test('says that it does nothing else', async () => {
    for (const query of [{}, { next: '/account/security' }, { next: `/applications/${id}`, act: id }])
      expect(await loadPage('(auth)/confirm/page', {}, scene.owner.claims, query)).toContain(
        'nothing has been done yet',
      )
  })

  test('says that the act of an earlier version’s page was not done, once it is confirmed', async () => {
    const { answer } = await callAction(scene.owner, action, given({ act: id }))
    expect(answer).toMatchObject({ error: expect.stringContaining('nothing else was done') })
    const { rowCount } = await sql.query(
      'SELECT FROM session WHERE developer_id = $1 AND confirmed_at IS NOT NULL',
      [scene.owner.id],
    )
    expect(rowCount).toBe(1)
  })
})
