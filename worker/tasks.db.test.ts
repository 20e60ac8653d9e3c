import { expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { counters } from '@/lib/usage/commands'
import { withOwnDatabase } from '@/test/own-database'
import { createWorkerMetrics } from './metrics'
import { createTasks, schedule } from './tasks'

const { owner, worker: pool } = withOwnDatabase()

test('every job is queued for its subject, or runs on a schedule', () => {
  const tasks = Object.keys(createTasks({ metrics: createWorkerMetrics(pool) } as never))
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
  const metrics = createWorkerMetrics(pool)
  const run = createTasks({ pool, metrics } as never)['roll-up-usage']
  await run?.({}, {} as never)
  const { values } = await metrics.pruned.get()
  expect(values).toEqual([{ labels: { what: 'usage_day' }, value: 3 }])
})
