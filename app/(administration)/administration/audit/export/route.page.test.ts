import { NextRequest } from 'next/server'
import { beforeAll, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { asCaller } from '@/test/access/next-request'
import { withScene } from '@/test/access/scene'
import { GET } from './route'

const { scene } = withScene({ requirements: ['Tax registration'] })

beforeAll(async () => {
  await scene.production()
})

const load = (query: string) =>
  asCaller(scene.administrator.claims, () => GET(new NextRequest(`http://localhost:3000/x?${query}`)))

test('the log is exported from the first entry to the export itself, and its name has the day', async () => {
  const response = await load('format=jsonl')
  expect(response.headers.get('content-disposition')).toMatch(/filename="audit-\d{4}-\d\d-\d\d\.jsonl"/)
  const lines = (await response.text()).trimEnd().split('\n')
  expect(lines).toHaveLength(await database().auditEntry.count())
  expect(JSON.parse(lines.at(-1) as string)).toMatchObject({ action: 'audit.exported' })
})

test('as CSV it has a heading, and what the search leaves out is not in it', async () => {
  const response = await load('action=application.created')
  expect(response.headers.get('content-type')).toContain('text/csv')
  const [heading, ...rows] = (await response.text()).trimEnd().split(/\r?\n/)
  expect(heading).toContain('action')
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toContain('application.created')
})
