import { expect, test } from 'vitest'
import { actionFixtures } from '@/test/access/action-fixtures'
import { loadPage } from '@/test/access/load-page'
import { callAction } from '@/test/access/next-request'
import { withScene } from '@/test/access/scene'

const { scene } = withScene()
const action = 'app/(auth)/sign-in/actions.ts signIn'

test('a browser that sent no cookie goes by way of a page that leads on, or says why it is back at the sign-in', async () => {
  const { redirect } = await callAction(null, action, (await actionFixtures[action]?.arguments(scene)) ?? [])
  const url = new URL(redirect ?? '', 'http://portal')
  expect(url.pathname).toBe('/signed-in')
  const query = Object.fromEntries(url.searchParams)
  const leadsTo = (path: string) => ({ digest: expect.stringContaining(`;${path};`) })
  const passing = (claims: typeof nobody) => loadPage('(auth)/signed-in/page', {}, claims, query)
  const nobody = { ...scene.owner.claims, sessionId: crypto.randomUUID() }
  await expect(passing(scene.owner.claims)).rejects.toMatchObject(leadsTo(query.next ?? ''))
  const back = `/sign-in?${new URLSearchParams({ refused: 'cookies', next: query.next ?? '' })}`
  await expect(passing(nobody)).rejects.toMatchObject(leadsTo(back))
  const refused = { refused: 'cookies', next: query.next ?? '' }
  expect(await loadPage('(auth)/sign-in/page', {}, nobody, refused)).toContain('Your browser blocks cookies')
})
