import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { script, startProgram } from '@/test/guichet'

// A separate process, as a signal ends it. `/slow` responds when the test lets it.
const program = `
  import { createServer } from 'node:http'
  import { drainOnShutdown } from '@/portal/drain'
  import { isStopping } from '@/lib/process'
  const server = createServer((request, response) => {
    if (isStopping()) response.setHeader('Connection', 'close')
    if (request.url !== '/slow') return response.end(String(isStopping()))
    process.send('slow')
    process.once('message', () => response.end('whole'))
  })
  drainOnShutdown(server, 700)
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
`

let child: ChildProcess
let port: number
const agent = new Agent({ keepAlive: true })

beforeAll(async () => {
  child = startProgram(script(program), process.env, ['ignore', 'inherit', 'inherit', 'ipc'])
  const [told] = await once(child, 'message')
  port = told
}, 30_000)
afterAll(() => {
  agent.destroy()
  child.kill('SIGKILL')
})

test('a process that receives SIGTERM reports it, keeps serving, then ends without cutting requests in flight', async () => {
  expect(await ask('/')).toEqual({ body: 'false', connection: 'keep-alive' })
  const slow = ask('/slow')
  await once(child, 'message')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await expect.poll(() => ask('/')).toEqual({ body: 'true', connection: 'close' })
  await expect.poll(() => ask('/').catch((error) => error.code)).toBe('ECONNREFUSED')
  child.send('answer it')
  expect((await slow).body).toBe('whole')
  expect(await ended).toEqual([0, null])
})

async function ask(path: string): Promise<{ body: string; connection: string | undefined }> {
  const [answer] = (await once(get({ agent, host: '127.0.0.1', port, path }), 'response')) as [
    IncomingMessage,
  ]
  let body = ''
  for await (const piece of answer) body += piece
  return { body, connection: answer.headers.connection }
}
