import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '@/test/postgres'
import { seedUsers } from './people'

test('each start gives the same people new passwords, even those who were only invited', async () => {
  const database = await createTestDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `INSERT INTO developer (id, email, role) VALUES (gen_random_uuid(), 'administrator@guichet.localhost', 'administrator')`,
  )
  const read = async () =>
    (await client.query('SELECT id, email, role::text, activated_at FROM developer ORDER BY email')).rows
  const first = await seedUsers(database.url)
  const people = await read()
  expect(people.map(({ email, role }) => [email, role])).toEqual(
    ['administrator', 'developer', 'reviewer'].map((role) => [`${role}@guichet.localhost`, role]),
  )
  expect(people.every(({ activated_at }) => activated_at !== null)).toBe(true)
  const second = await seedUsers(database.url)
  expect(await read()).toEqual(people)
  expect(new Set([...first, ...second].map(({ password }) => password)).size).toBe(6)
  await client.end()
  await database.drop()
})
