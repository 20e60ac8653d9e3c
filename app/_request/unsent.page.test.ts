import { describe, expect, test } from 'vitest'
import { callAction } from '@/test/access/next-request'
import { withScene } from '@/test/access/scene'
import { formOf } from '@/test/forms'
import { publishNow } from '@/test/terms'

const { owner: sql, scene } = withScene()
const profile = 'app/(portal)/account/actions.ts changeOwnProfile'
const posted = { 'x-guichet-post': '1', 'x-guichet-path': '/account?done=saved' }

describe('a form', () => {
  test('of an ended session leads to a page that says that it was not sent', async () => {
    const form = formOf({ displayName: 'Eve', timeZone: '', person: scene.owner.id })
    const { redirect } = await callAction(null, profile, [{}, form], posted)
    expect(redirect).toBe('/sign-in?next=%2Faccount%3Fdone%3Dsaved&unsent=1')
    expect((await callAction(null, profile, [{}, form])).redirect).not.toContain('unsent')
    await sql.query('DELETE FROM totp_factor WHERE developer_id = $1', [scene.reviewer.id])
    expect((await callAction(scene.reviewer, profile, [{}, form], posted)).redirect).toMatch(
      /^\/two-factor\?.*unsent=1$/,
    )
    await publishNow(sql)
    const create = 'app/(portal)/applications/new/actions.ts createApplication'
    const { redirect: toTerms } = await callAction(scene.owner, create, [{}, form], posted)
    expect(toTerms).toMatch(/^\/terms\/accept\?.*unsent=1$/)
  })
})
