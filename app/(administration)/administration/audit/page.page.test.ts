import { beforeAll, expect, test } from 'vitest'
import { searchAudit } from '@/lib/audit/queries'
import { loadPage } from '@/test/access/load-page'
import { withScene } from '@/test/access/scene'

const { scene } = withScene({ requirements: ['Tax registration'] })

beforeAll(async () => {
  await scene.production()
})

const load = (query: Record<string, string>) =>
  loadPage('(administration)/administration/audit/page', {}, scene.administrator.claims, query)

test('says whether the chain holds, and how many of the newest entries each chip would show', async () => {
  const html = await load({})
  expect(html).toContain('The chain is whole.')
  expect(html).toMatch(/By developers.{0,60}>\d+</)
  expect(await load({ group: 'applications' })).not.toMatch(/>signed up|signed in</)
})

test('an entry is next to the list with what is stored, its place in the chain and its neighbours', async () => {
  const [row] = (await searchAudit({ actions: ['application.created'] }, {}, 1)).rows
  const number = row?.sequence ?? ''
  const html = await load({ entry: number })
  for (const part of [row?.hash.slice(0, 4), 'application.created', row?.subjectId, 'matches'])
    expect(html).toContain(part)
  expect(html).toContain(`entry=${BigInt(number) + 1n}`)
})
