import { beforeAll, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { queueMail } from '@/lib/mail/commands'
import { createPool } from '@/lib/pool'
import { raiseAlert } from '@/lib/usage/commands'
import { loadPage } from '@/test/access/load-page'
import { type Scene, setScene } from '@/test/access/scene'
import { createApplication } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'

const own = withOwnDatabase()
let scene: Scene

beforeAll(async () => {
  scene = await setScene(own.owner)
  await own.owner.query('DELETE FROM mail_message')
})

async function show(page: string, query = {}) {
  const html = await loadPage(
    `(administration)/administration/${page}`,
    {},
    scene.administrator.claims,
    query,
  )
  return html
    .replace(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

async function write(to: string, status: 'queued' | 'failed' | 'sent') {
  await database().$transaction((transaction) =>
    queueMail(transaction, { id: null, email: to, locale: 'en' }, 'password-changed', {}),
  )
  await own.owner.query(
    `UPDATE mail_message SET status = $2::mail_status, attempts = 2, last_error = CASE $2::text WHEN 'failed' THEN 'no such domain' END
     WHERE to_address = $1`,
    [to, status],
  )
}

test('the overview says that nothing needs an administrator', async () => {
  const text = await show('page')
  expect(text).toContain('Nothing needs you.')
  expect(text).not.toMatch(/Failed mail|Feed of accounts|To a decision/)
})

test('the overview has the alert, the mail that failed with its act, the queue and the feed', async () => {
  const gateway = createPool(own.gatewayUrl, 1, 'test')
  const { id } = await createApplication(own.owner, { environment: 'production', name: 'Prying Pay' })
  await raiseAlert(gateway, 'production', 'account_enumeration', id, { limit: 100, address: '203.0.113.24' })
  await gateway.end()
  for (const status of ['queued', 'failed', 'sent'] as const) await write(`${status}@mail.example`, status)
  await own.owner.query(`INSERT INTO feed_sender (name, last_seen_at) VALUES ('core', now())`)
  const text = await show('page')
  expect(text).toMatch(/Prying Pay.*Many requests for accounts/)
  expect(text).toMatch(/Failed mail Send again failed @mail\.example/)
  expect(text).toContain('1 queued mail')
  expect(text).toMatch(/Feed of accounts core · now/)
  expect(text).not.toContain('Nothing needs you.')
  await own.owner.query('UPDATE feed_sender SET paused_at = now()')
  expect(await show('page')).toMatch(/Feed of accounts core · Paused/)
})

test.each([
  ['', ['queued', 'failed', 'sent']],
  ['queued', ['queued']],
  ['failed', ['failed']],
  ['sent', ['sent']],
])('the outbox of "%s" has %j, with the number of each', async (status, expected) => {
  const text = await show('outbox/page', { status })
  expect(text).toMatch(/Queued: 1 Sent: 1 Failed: 1/)
  expect([...text.matchAll(/(\w+) @mail\.example/g)].map(([, name]) => name).toSorted()).toEqual(
    expected.toSorted(),
  )
  expect(/no such domain.*Send again/.test(text)).toBe(expected.includes('failed'))
})
