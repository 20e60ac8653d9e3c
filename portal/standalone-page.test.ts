import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import type { PortalExchange } from './exchange'
import { sessionExpiredPage } from './standalone-page'

test('what was typed is shown by the labels of its fields, and nothing that no one typed', () => {
  const request = { method: 'POST', headers: {} } as IncomingMessage
  const exchange = { request, requestId: '1', nonce: '2', pathname: '/', path: '/' } as PortalExchange
  const fields: [string, string][] = [
    ['person', 'someone'],
    ['requestKey', 'a key'],
    ['outcome', 'approved'],
    ['reason', 'As <agreed>'],
    ['label.reason', 'Reason & date'],
    ['note', ' '],
    ['label.note', 'Note'],
  ]
  const html = sessionExpiredPage(exchange, { fields, omitted: false }, '/sign-in')
  expect(html).toContain(
    '<dl><dt><small>Reason &#38; date</small></dt><dd><pre>As &#60;agreed&#62;</pre></dd></dl>',
  )
})
