import { expect, test } from 'vitest'
import { createAccessKey, listAccessKeys } from '@/lib/access-keys/access-key'
import { executeAs } from '@/scripts/launch/execute-as'
import { callAction } from '@/test/access/next-request'
import { withScene } from '@/test/access/scene'
import { formOf } from '@/test/forms'

const { scene } = withScene()

async function call(action: string, fields: Record<string, string> = {}) {
  const name = `app/(portal)/account/security/actions.ts ${action}`
  return (await callAction(scene.owner, name, [{}, formOf(fields)])).redirect
}

test('only a session that was signed out is reported as such, not one of someone else', async () => {
  expect(await call('revokeOwnSession', { session: scene.other.claims.sessionId })).toBe(
    '/account/security#sessions',
  )
  expect(await call('revokeOwnSession', { session: scene.otherSessionId })).toBe(
    '/account/security?done=revoked',
  )
})

test('signing out everywhere else ends access keys, unless the box is ticked', async () => {
  const { id } = scene.owner
  await executeAs({ id, role: 'developer' }, createAccessKey, {
    input: { keyName: 'Dashboard', days: 7, permission: 'read' },
  })
  expect(await call('revokeOwnOtherSessions', { keepAccessKeys: 'on' })).toBe('/account/security?done=others')
  expect(await listAccessKeys(id)).toHaveLength(1)
  await call('revokeOwnOtherSessions')
  expect(await listAccessKeys(id)).toEqual([])
})
