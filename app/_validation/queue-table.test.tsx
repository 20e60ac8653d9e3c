import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { messages } from '@/generated/messages'
import { now } from '@/lib/clock'
import type { QueueEntry } from '@/lib/validation/queue'
import { QueueTable } from './queue-table'

const hourMs = 3_600_000

function entry(id: string, due: number | null): QueueEntry {
  const dueAt = due === null ? null : new Date(now().getTime() + due * hourMs)
  const developer = { email: 'awa@example.sn', displayName: 'Awa Ndiaye' }
  const submission = { number: 1, submittedAt: now(), developer, assignee: null }
  const flags = { organisation: false, revision: false, mine: false, unreviewed: false }
  return { id, name: id, state: due === null ? 'approved' : 'in_validation', dueAt, ...submission, ...flags }
}

test('what is overdue has a coloured edge, and all of a row leads to the submission', () => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC" now={now()}>
      <QueueTable state="all" entries={[entry('late', -1), entry('soon', 23), entry('decided', null)]} />
    </NextIntlClientProvider>,
  )
  expect(html).toMatch(/<table[^>]*class="rows linked"/)
  const rows = html.split('<tr ').slice(2)
  const edges = rows.map((row) => /^[^>]*data-edge="(\w+)"/.exec(row)?.[1])
  expect(edges).toEqual(['danger', undefined, undefined])
  const links = rows.map((row) =>
    row.match(/<a [^>]*href="[^"]*"/g)?.map((link) => /href="(.*)"/.exec(link)?.[1]),
  )
  expect(links).toEqual(['late', 'soon', 'decided'].map((id) => [`/review/${id}`]))
})

test('on a phone, the due date is next to the name, and a person needs no heading', () => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC" now={now()}>
      <QueueTable state="in_validation" entries={[entry('soon', 23)]} />
    </NextIntlClientProvider>,
  )
  expect(html).toMatch(/<td role="cell" class="beside">/)
  expect(html).not.toContain('data-label')
})
