import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { postWebhook } from './deliver-webhooks'

// The program of the guide, as a reader runs it.

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const body = JSON.stringify({
  type: 'webhook.test',
  timestamp: '2026-11-23T09:00:00.000Z',
  data: { text: 'é' },
})
let program: ChildProcess
let url: URL
let output = ''

beforeAll(async () => {
  program = spawn('node', ['content/webhooks/receive.mjs'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', PORT: '0', WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  program.stdout?.on('data', (text) => {
    output += text
  })
  await vi.waitUntil(() => /Listening on \d+/.test(output), { timeout: 45_000 })
  url = new URL(`http://127.0.0.1:${/\d+/.exec(output)?.[0]}/`)
})

afterAll(async () => {
  program.kill()
  await once(program, 'exit')
})

function post(id: string, signed: string, sent = body, at = new Date(), key = secret) {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(id, at, signed),
  }
  return postWebhook(url, headers, sent, { networks: ['127.0.0.0/8'] })
}

test('it takes what we sign, once, and nothing else', async () => {
  expect(await post('a', body)).toMatchObject({ status: 204 })
  expect(await post('a', body)).toMatchObject({ status: 204 })
  expect(output.split('webhook.test {"text":"é"}')).toHaveLength(2)
  expect(await post('b', body, body.replace('é', 'e'))).toMatchObject({ status: 400 })
  expect(await post('b', body, body, new Date(Date.now() - 301_000))).toMatchObject({ status: 400 })
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  expect(await post('b', body, body, new Date(), other)).toMatchObject({ status: 400 })
})
