import { beforeAll, expect, test } from 'vitest'
import { withdrawAnnouncement } from '@/lib/announcements/announcement'
import { executeAs } from '@/scripts/launch/execute-as'
import { loadPage } from '@/test/access/load-page'
import { createAnnouncement, createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { GET as getAtom } from '../announcements.atom/route'
import { GET as getJson } from '../announcements.json/route'

const { owner: sql } = withOwnDatabase()
const claims = { developerId: '', sessionId: '', version: 0 } as never
const title = 'Old <b>calls</b> & ]]> end'
let id: string

beforeAll(async () => {
  id = await createAnnouncement(sql, { endpoint: 'account', title, sunset: '2030-03-31' })
  await sql.query(
    `UPDATE announcement SET text_en = E'One <script>alert(1)</script>\\nTwo ]]> three' WHERE id = $1`,
    [id],
  )
  const withdrawn = await createAnnouncement(sql, { title: 'Never mind' })
  const administrator = await createDeveloper({ role: 'administrator' })
  await executeAs(administrator, withdrawAnnouncement, { target: withdrawn })
})

test('the Atom feed is well-formed, and shows plain text as it is', async () => {
  const response = await getAtom()
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const xml = await response.text()
  expect(xml).toContain('<feed xmlns="http://www.w3.org/2005/Atom"')
  expect(xml.match(/<entry>/g)).toHaveLength(1)
  expect(xml).toContain(`<id>urn:uuid:${id}</id>`)
  expect(xml).toMatch(new RegExp(`<link href="[^"]*/announcements/${id}"/>`))
  // CDATA contains HTML: the text is escaped in it, and cannot end it.
  const parts = xml.split('<![CDATA[')
  for (const part of parts.slice(1)) expect(part.split(']]>')[0]).not.toContain('<script')
  expect(xml).toContain('&#60;script&#62;')
  expect(xml).toContain('Deprecation: Old &#60;b&#62;calls')
  expect(xml).not.toContain('Never mind')
})

test('the JSON feed has the same, and the facts for programs', async () => {
  const response = await getJson()
  expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
  const { items, version, feed_url } = await response.json()
  expect(version).toMatch(/^https:\/\/jsonfeed\.org\/version\/1/)
  expect(feed_url).toMatch(/\/announcements\.json$/)
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    id: `urn:uuid:${id}`,
    title: `Deprecation: ${title}`,
    _announcement: {
      kind: 'deprecation',
      endpoint: 'GET /api/eWallet/v1/account',
      sunset: '2030-03-31',
      to: null,
    },
  })
})

test('the page shows the text as text, and of a withdrawn announcement only that it was', async () => {
  const html = await loadPage('announcements/[id]/page', { id }, claims)
  expect(html).toContain('Old &lt;b&gt;calls&lt;/b&gt;')
  expect(html).toContain('&lt;script&gt;')
  expect(html).toContain('GET /api/eWallet/v1/account')
  const { rows } = await sql.query('SELECT id FROM announcement WHERE withdrawn_at IS NOT NULL')
  const gone = await loadPage('announcements/[id]/page', { id: rows[0].id }, claims)
  expect(gone).toContain('This announcement was withdrawn')
  expect(gone).not.toContain('A pause.')
  await expect(loadPage('announcements/[id]/page', { id: 'unknown' }, claims)).rejects.toThrow(/404/)
})

test.each([
  [
    '2030-01-01T08:00:00Z',
    '2030-01-01T09:00:00Z',
    'planned',
    ['Ends', 'Starts', 'Updated', 'Published'],
    false,
  ],
  ['2020-01-01T08:00:00Z', undefined, 'going on', ['Updated', 'Published', 'Started'], true],
  [
    '2020-01-01T08:00:00Z',
    '2020-01-01T09:00:00Z',
    'over',
    ['Updated', 'Published', 'Ended', 'Started'],
    false,
  ],
])(
  'an incident from %s to %o is %s: what is known of it, the latest first',
  async (startsAt, endsAt, phase, events, red) => {
    const incident = await createAnnouncement(sql, { kind: 'incident', startsAt, endsAt })
    const html = await loadPage('announcements/[id]/page', { id: incident }, claims)
    expect(html).toContain(`${phase} · All applications`)
    expect([...html.matchAll(/<p class="font-medium">([^<]+)</g)].map(([, event]) => event)).toEqual(events)
    expect(html.includes('bg-danger-soft')).toBe(red)
  },
)
