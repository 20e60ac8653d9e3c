import { expect, test } from 'vitest'
import { asCaller } from '@/test/access/next-request'
import { setScene } from '@/test/access/scene'
import { withOwnDatabase } from '@/test/own-database'
import { GET } from './route'

const { owner: sql } = withOwnDatabase()

test('an account is exported as one JSON document, to be saved', async () => {
  const { owner } = await setScene(sql)
  const response = await asCaller(owner.claims, GET)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="account-[\d-]+\.json"/)
  expect(JSON.stringify(await response.json())).toContain(owner.email)
})
