import { beforeAll, expect, test } from 'vitest'
import { withOwnDatabase } from '@/test/own-database'
import { recipes } from '@/test/walls/action-recipes'
import { loadPage } from '@/test/walls/load-page'
import { callAction } from '@/test/walls/next-request'
import { type Scene, setScene } from '@/test/walls/scene'

const { owner: sql } = withOwnDatabase()
const page = '(auth)/sign-in/page'
const action = 'app/(auth)/sign-in/actions.ts signIn'
let scene: Scene

beforeAll(async () => {
  scene = await setScene(sql)
})

test('a browser that sent no cookie goes by way of the sign-in page, which says why it is back there', async () => {
  const { redirect } = await callAction(null, action, (await recipes[action]?.arguments(scene)) ?? [])
  const url = new URL(redirect ?? '', 'http://portal')
  expect(url.pathname).toBe('/sign-in')
  const query = Object.fromEntries(url.searchParams)
  const nobody = { ...scene.owner.claims, sessionId: crypto.randomUUID() }
  expect(await loadPage(page, {}, nobody, query)).toContain('Your browser blocks cookies')
  await expect(loadPage(page, {}, scene.owner.claims, query)).rejects.toMatchObject({
    digest: expect.stringContaining(`;${query.next};`),
  })
})
