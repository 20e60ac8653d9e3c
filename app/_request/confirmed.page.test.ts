import { beforeEach, describe, expect, test } from 'vitest'
import type { FormState } from '@/app/_request/action'
import { outcomesOf } from '@/app/_request/confirmed'
import { requireDeveloper } from '@/app/_request/session'
import { asCaller, callAction } from '@/test/access/next-request'
import { type Scene, setScene } from '@/test/access/scene'
import { goodPassword } from '@/test/developers'
import { type Client, createClient } from '@/test/factories'
import { formOf } from '@/test/forms'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam } from '@/test/team'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration'] })
const confirm = 'app/(auth)/confirm/actions.ts confirmOwnIdentity'
const actions = 'app/(portal)/applications/[id]/actions.ts'
let scene: Scene
let client: Client
let id: string

beforeEach(async () => {
  scene = await setScene(sql)
  client = await createClient(sql, { environment: 'production', developerId: scene.owner.id })
  id = client.applicationId
  await sql.query('UPDATE session SET confirmed_at = NULL')
})

/** As a script posts the form, whose answer is the dialog. */
async function ask(name: string, fields: Record<string, string> = {}) {
  const given = [id, {}, formOf(fields)]
  const { answer } = await callAction(scene.owner, `${actions} ${name}`, given, { 'next-action': 'x' })
  return answer as FormState<string>
}

async function answer(act: string | undefined, more: Record<string, string> = {}, who = scene.owner) {
  const form = formOf({ act: act ?? '', password: goodPassword, ...more })
  const outcome = await callAction(who, confirm, [{}, form])
  return { ...outcome, state: outcome.answer as FormState<FormState<string>> }
}

describe('a form that needs a confirmation', () => {
  test('gets a dialog that names the act, and whose password performs it', async () => {
    const { confirmation, value } = await ask('revealOwnSecret')
    expect(confirmation).toMatchObject({
      title: 'Reveal the Production secret of Test application',
      labels: { code: null, passkey: null },
    })
    expect(value).toBeUndefined()
    const wrong = await answer(confirmation?.id, { password: 'not my password' })
    expect(wrong.state).toMatchObject({ errors: { password: expect.any(String) } })
    const { state } = await answer(confirmation?.id)
    expect(state.value?.value).toBe(client.clientSecret)
  })

  test('keeps what was typed encrypted, for ten minutes, and performs it once', async () => {
    const fields = { secretId: client.secretId, overlap: '24' }
    const { confirmation } = await ask('rotateOwnSecret', fields)
    const { rows } = await sql.query(`SELECT encode(ciphertext, 'hex') AS kept FROM pending_act`)
    expect(rows[0].kept).not.toContain(Buffer.from('overlap').toString('hex'))
    await sql.query(`UPDATE pending_act SET expires_at = now()`)
    expect((await answer(confirmation?.id)).state).toMatchObject({
      error: expect.stringMatching(/^That took longer/),
    })
  })

  test('asks about what cannot be undone in Production, where a sign-in counts as a confirmation', async () => {
    await sql.query(`UPDATE client_secret SET retires_at = now() + interval '1 day' WHERE id = $1`, [
      client.secretId,
    ])
    const member = await addToTeam(id, { ...scene.owner, role: 'developer' }, 'member')
    for (const [action, given, fields] of [
      [`${actions} endPreviousSecret`, [], { secretId: client.secretId }],
      ['app/_team/member/actions.ts changeMember', [member.id, 'removed'], {}],
    ] as const) {
      const labelsOf = async (confirmedAt: string) => {
        await sql.query(`UPDATE session SET confirmed_at = ${confirmedAt}`)
        const arguments_ = [id, ...given, {}, formOf(fields)]
        const { answer } = await callAction(scene.owner, action, arguments_, {
          'next-action': 'x',
        })
        return (answer as FormState).confirmation
      }
      expect(await labelsOf('NULL')).toMatchObject({ warning: null, labels: { password: 'Password' } })
      const asked = { warning: expect.stringMatching(/\.$/), labels: { password: null } }
      expect(await labelsOf('now()')).toMatchObject(asked)
    }
    const ended = 'SELECT FROM client_secret WHERE id = $1 AND retires_at <= now()'
    expect((await sql.query(ended, [client.secretId])).rowCount).toBe(0)
    expect(
      (await sql.query('SELECT FROM application_member WHERE developer_id = $1', [member.id])).rowCount,
    ).toBe(1)
  })

  test('ends when its dialog is cancelled, or another is asked for the same form', async () => {
    const mine = 'SELECT id FROM pending_act WHERE session_id = $1'
    const first = await ask('revealOwnSecret')
    const { confirmation } = await ask('revealOwnSecret')
    const waiting = async () => (await sql.query(mine, [scene.owner.claims.sessionId])).rows
    expect(await waiting()).toEqual([{ id: confirmation?.id }])
    expect(confirmation?.id).not.toBe(first.confirmation?.id)
    const form = formOf({ act: confirmation?.id ?? '', intent: 'cancel' })
    await callAction(scene.owner, 'app/(auth)/confirm/actions.ts settleAct', [{}, form])
    expect(await waiting()).toEqual([])
  })

  test('is not performed without its confirmation by the answer of an act that needs none', async () => {
    const { confirmation } = await ask('revealOwnSecret')
    const form = formOf({ act: confirmation?.id ?? '' })
    const given = [{}, form]
    const settle = 'app/(auth)/confirm/actions.ts settleAct'
    const { redirect, answer: state } = await callAction(scene.owner, settle, given)
    expect(redirect).toMatch(/^\/confirm/)
    expect(JSON.stringify(state ?? null)).not.toContain(client.clientSecret)
  })

  test('is refused once what it is about has changed', async () => {
    const { confirmation } = await ask('revealOwnSecret')
    await sql.query(
      `INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id) VALUES ($1, 'developer', 'application.changed', 'application', $2)`,
      [scene.owner.id, id],
    )
    const { state } = await answer(confirmation?.id)
    expect(state.value).toMatchObject({ error: expect.stringMatching(/^This changed/) })
    expect(state.value?.value).toBeUndefined()
  })

  test('belongs to its session, and is authorised again when it is performed', async () => {
    const { confirmation } = await ask('revealOwnSecret')
    expect((await answer(confirmation?.id, {}, scene.other)).state).toMatchObject({
      error: expect.stringMatching(/^That took longer/),
    })
    await sql.query(`UPDATE application SET state = 'deleted' WHERE id = $1`, [id])
    const gone = await answer(confirmation?.id)
    expect(gone.status).toMatch(/404/)
  })

  test('is one of few that a session keeps, the latest', async () => {
    const accept = 'app/(auth)/invitation/[link]/actions.ts acceptInvitation'
    for (let link = 0; link < 22; link++)
      await callAction(scene.owner, accept, [`unknown-${link}`, {}, formOf({})])
    const { rows } = await sql.query(
      'SELECT max(kept)::int AS kept FROM (SELECT count(*) AS kept FROM pending_act GROUP BY session_id)',
    )
    expect(rows).toEqual([{ kept: 20 }])
    const { confirmation } = await ask('revealOwnSecret')
    expect((await answer(confirmation?.id)).state.value?.value).toBe(client.clientSecret)
  })

  test('shows what it made on its own page where no script waits for it, and only once', async () => {
    const form = formOf({})
    const { redirect } = await callAction(scene.owner, `${actions} revealOwnSecret`, [id, {}, form])
    expect(redirect).toBe(`/confirm?next=%2Fapplications%2F${id}`)
    const { rows } = await sql.query('SELECT id FROM pending_act ORDER BY expires_at DESC')
    expect((await answer(rows[0].id, { next: `/applications/${id}` })).redirect).toBe(`/applications/${id}`)
    const { rows: sessions } = await sql.query(
      `SELECT id FROM session WHERE developer_id = $1 AND revoked_at IS NULL ORDER BY created_at DESC`,
      [scene.owner.id],
    )
    const claims = { ...scene.owner.claims, sessionId: sessions[0].id }
    const read = () =>
      asCaller(claims, async () =>
        (await outcomesOf(await requireDeveloper()))('application.revealOwnSecret', id),
      )
    // A secret that no one looked at in time is not shown later, without a confirmation.
    await sql.query(`UPDATE pending_act SET expires_at = expires_at - interval '10 minutes'`)
    expect(await read()).toBeUndefined()
    await sql.query(`UPDATE pending_act SET expires_at = expires_at + interval '10 minutes'`)
    expect(await read()).toMatchObject({ value: client.clientSecret })
    expect(await read()).toBeUndefined()
  })
})
