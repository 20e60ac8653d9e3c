import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { createPool } from '@/lib/pool'
import { counters } from '@/lib/usage/commands'
import { ownerPool } from '@/test/factories'
import { createTestDatabase, type TestDatabase } from '@/test/postgres'
import { createMetrics } from './metrics'
import { createTasks, schedule } from './tasks'

let database: TestDatabase
let owner: Pool
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase()
  owner = ownerPool(database.url)
  pool = createPool(database.workerUrl, 2, 'test')
})

afterAll(async () => {
  await Promise.all([owner.end(), pool.end()])
  await database.drop()
})

test('every job is queued for its subject, or runs on a schedule', () => {
  const tasks = Object.keys(createTasks({ metrics: createMetrics(pool) } as never))
  const byClock = schedule.map(({ task }) => task)
  expect([...byClock, 'send-mail', 'prove-approval'].sort()).toEqual(tasks.sort())
})

test('rows of usage that are removed are counted by the table they were in', async () => {
  await owner.query(
    `INSERT INTO usage_day (application_id, day, endpoint, ${counters.join(', ')})
     SELECT $1, now() - n * interval '1 day', 'token', ${counters.map(() => 0).join(', ')}
     FROM generate_series(2001, 2003) n`,
    [newId()],
  )
  const metrics = createMetrics(pool)
  const run = createTasks({ pool, metrics } as never)['roll-up-usage']
  await run?.({}, {} as never)
  const { values } = await metrics.pruned.get()
  expect(values).toEqual([{ labels: { what: 'usage_day' }, value: 3 }])
})
