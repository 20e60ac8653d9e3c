import { expect, test } from 'vitest'
import { createTasks, schedule } from './tasks'

test('every job is queued by what it is about, or runs by the clock', () => {
  const tasks = Object.keys(createTasks({ metrics: { jobSeconds: {}, jobs: {} } } as never))
  const byClock = schedule.map(({ task }) => task)
  expect([...byClock, 'send-mail', 'prove-approval'].sort()).toEqual(tasks.sort())
})
