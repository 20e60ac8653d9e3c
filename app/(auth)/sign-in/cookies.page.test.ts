import { NextRequest } from 'next/server'
import { beforeAll, expect, test } from 'vitest'
import { withOwnDatabase } from '@/test/own-database'
import { recipes } from '@/test/walls/action-recipes'
import { loadPage } from '@/test/walls/load-page'
import { asCaller, callAction } from '@/test/walls/next-request'
import { type Scene, setScene } from '@/test/walls/scene'
import { GET } from '../signed-in/route'

const { owner: sql } = withOwnDatabase()
const action = 'app/(auth)/sign-in/actions.ts signIn'
let scene: Scene

beforeAll(async () => {
  scene = await setScene(sql)
})

test('a browser that sent no cookie goes by way of a page that leads on, or says why it is back at the sign-in', async () => {
  const { redirect } = await callAction(null, action, (await recipes[action]?.arguments(scene)) ?? [])
  const url = new URL(redirect ?? '', 'http://portal')
  expect(url.pathname).toBe('/signed-in')
  const nobody = { ...scene.owner.claims, sessionId: crypto.randomUUID() }
  const follow = async (claims: typeof nobody) =>
    new URL((await asCaller(claims, () => GET(new NextRequest(url)))).headers.get('location') ?? '', url)
  expect((await follow(scene.owner.claims)).pathname).toBe(url.searchParams.get('next'))
  const back = await follow(nobody)
  expect(back.pathname).toBe('/sign-in')
  const query = Object.fromEntries(back.searchParams)
  expect(await loadPage('(auth)/sign-in/page', {}, nobody, query)).toContain('Your browser blocks cookies')
})
