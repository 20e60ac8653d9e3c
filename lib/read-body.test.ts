import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { OverloadError } from './batch'
import { AbortedError, BodyTooLargeError, createBodyReader } from './read-body'

function request(headers: { 'content-length'?: string } = {}) {
  return Object.assign(new PassThrough(), { headers })
}

test('a body arrives whole, in pieces of any size', async () => {
  const read = createBodyReader(1000)
  const sent = request()
  const body = read(sent, 300)
  for (let left = 100; left > 0; left--) sent.write(`${left % 10}ab`)
  sent.end()
  expect((await body).toString()).toBe(
    Array.from({ length: 100 }, (_, index) => `${(100 - index) % 10}ab`).join(''),
  )
})

test('a body over its limit is refused, as declared before any of it is read or as received', async () => {
  const read = createBodyReader(1000)
  await expect(read(request({ 'content-length': '11' }), 10)).rejects.toThrow(BodyTooLargeError)
  const sent = request()
  const body = read(sent, 10)
  sent.write('0123456789')
  await turn()
  sent.write('x')
  await expect(body).rejects.toThrow(BodyTooLargeError)
})

test('a body whose connection ends is refused', async () => {
  const sent = request()
  const body = createBodyReader(1000)(sent, 10)
  sent.destroy()
  await expect(body).rejects.toThrow(AbortedError)
})

test('when unfinished bodies take too much together, the oldest is given up, and its memory is free again', async () => {
  const read = createBodyReader(300)
  const sent = Array.from({ length: 4 }, () => request())
  const bodies = sent.map((each) => read(each, 200))
  for (const each of sent.slice(0, 3)) each.write('x'.repeat(100))
  await turn()
  sent[3]?.write('y'.repeat(100))
  await expect(bodies[0]).rejects.toThrow(OverloadError)
  for (const each of sent) each.end()
  expect((await Promise.all(bodies.slice(1))).map(({ length }) => length)).toEqual([100, 100, 100])
  const [next, after] = [request(), request()]
  const [one, other] = [read(next, 200), read(after, 200)]
  for (const each of [next, after]) each.end('z'.repeat(150))
  expect((await Promise.all([one, other])).map(({ length }) => length)).toEqual([150, 150])
})
