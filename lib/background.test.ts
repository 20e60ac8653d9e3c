import { expect, test } from 'vitest'
import { workOnEach } from './background'

test('what fails does not keep the rest from its turn, and is thrown at the end', async () => {
  const done: number[] = []
  const work = async (item: number) => {
    if (item % 2 === 0) throw new Error(`broken ${item}`)
    done.push(item)
  }
  await workOnEach([1, 3], work)
  const failing = workOnEach([1, 2, 3, 4, 5], work)
  await expect(failing).rejects.toThrow('2 of 5 failed: Error: broken 2; Error: broken 4')
  expect(done).toEqual([1, 3, 1, 3, 5])
})

test('it ends with the process', async () => {
  const stop = new AbortController()
  const done: number[] = []
  const work = async (item: number) => {
    done.push(item)
    stop.abort()
  }
  await workOnEach([1, 2], work, stop.signal)
  expect(done).toEqual([1])
})
