import { NextRequest } from 'next/server'
import { afterAll, expect, test } from 'vitest'
import { closeDatabase, connectTo } from '@/lib/database'
import { GET } from './usage.json/route'

afterAll(closeDatabase)

test('an outage of the database is an error, and not a key that has ended', async () => {
  connectTo('postgres://nobody@127.0.0.1:1/none')
  const headers = { authorization: 'Bearer guichet_personal_0123456789' }
  await expect(GET(new NextRequest('http://localhost:3000/api/usage.json', { headers }))).rejects.toThrow(
    /ECONNREFUSED|reach/i,
  )
})
