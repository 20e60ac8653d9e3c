import { expect, test } from 'vitest'
import { createSlots } from './server'

test('one that waits for its turn for too long is refused with 503, and is never run', async () => {
  const run = createSlots(1, 20)
  const ran: string[] = []
  const work = (name: string) => run(async () => void ran.push(name))
  let fail: (error: Error) => void = () => {}
  const running = run(() => new Promise((_, reject) => (fail = reject)))
  await expect(work('late')).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '1' } })
  const next = [work('second'), work('third')]
  fail(new Error('it failed'))
  await expect(running).rejects.toThrow('it failed')
  await Promise.all(next)
  expect(ran).toEqual(['second', 'third'])
})
