import { beforeEach, describe, expect, test } from 'vitest'
import type { FormState } from '@/app/_request/action'
import { beginConfirmation } from '@/lib/identity/passkey'
import { loadPage } from '@/test/access/load-page'
import { callAction } from '@/test/access/next-request'
import { putPasskey, withScene } from '@/test/access/scene'
import { askPasskey, goodPassword } from '@/test/developers'
import { type Client, createClient } from '@/test/factories'
import { formOf } from '@/test/forms'

const { owner: sql, scene } = withScene({ requirements: ['Tax registration'], each: true })
let client: Client
let id: string

beforeEach(async () => {
  client = await createClient(sql, { environment: 'production', developerId: scene.owner.id })
  id = client.applicationId
  await sql.query('UPDATE session SET confirmed_at = NULL')
})

async function reveal(passkey: string) {
  const action = 'app/(portal)/applications/[id]/actions.ts revealSecret'
  const form = formOf({ confirming: 'yes', passkey })
  return (await callAction(scene.owner, action, [id, {}, form])).answer as FormState<string>
}

test('a form that needs a confirmation takes a passkey instead of a password', async () => {
  const authenticator = await putPasskey(scene.owner)
  const options = await askPasskey(beginConfirmation, scene.owner, scene.owner.claims.sessionId)
  expect(await reveal('{}')).toMatchObject({
    confirmation: { labels: { passkey: expect.any(String) } },
    error: expect.any(String),
  })
  const passkey = JSON.stringify(authenticator.get(options))
  expect((await reveal(passkey)).value).toBe(client.clientSecret)
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
