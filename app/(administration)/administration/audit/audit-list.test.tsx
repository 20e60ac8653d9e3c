import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { messages } from '@/generated/messages'
import { formats } from '@/i18n/formats'
import type { AuditRow } from '@/lib/audit/queries'
import type { AuditNames } from '@/lib/lifecycle/audit-names'
import { AuditList, foldAudit } from './audit-list'

const ada = '0193a000-0000-7000-8000-000000000001'
const shop = '0193a000-0000-7000-8000-000000000002'

const revealed: AuditRow = {
  sequence: '7',
  at: '2026-11-22T16:04:05.000000Z',
  actorId: ada,
  actorRole: 'developer',
  action: 'secret.revealed',
  subjectType: 'client_secret',
  subjectId: '0193a000-0000-7000-8000-000000000003',
  detail: `{"applicationId": "${shop}"}`,
  previousHash: '00',
  hash: 'ab12',
  addresses: '{}',
}
const names: AuditNames = {
  actor: { displayName: '', email: 'ada@example.com' },
  person: null,
  application: { id: shop, name: 'Shop <b>checkout</b>', environment: 'production' },
  organisation: null,
  thing: null,
}

function read(row: Partial<AuditRow>, about: Partial<AuditNames> = {}, locale: 'en' | 'fr' = 'en'): string {
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider
      locale={locale}
      formats={formats}
      messages={messages[locale]}
      now={new Date(revealed.at)}
      timeZone="UTC"
      onError={(error) => {
        throw error
      }}
    >
      <AuditList
        lines={foldAudit([{ ...revealed, ...row }])}
        names={new Map([['7', { ...names, ...about }]])}
      />
    </NextIntlClientProvider>,
  )
  return markup.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|')
}

function sentence(...input: Parameters<typeof read>): string {
  return read(...input).replaceAll(/[| ]+/g, ' ')
}

test('an entry says who did what, with the names of today, and leads to what is stored', () => {
  expect(read({})).toContain(
    '|ada@example.com| revealed the secret of |Shop &lt;b&gt;checkout&lt;/b&gt; (Production)|',
  )
  expect(read({}, {}, 'fr')).toContain('|ada@example.com| a révélé le secret de |Shop ')
  expect(read({}, { actor: { displayName: 'Ada Lovelace', email: 'ada@example.com' } })).toContain(
    '|Ada Lovelace| ada@example.com| revealed',
  )
})

test('what the system did again and again is one line', () => {
  const system = { ...revealed, actorId: null, actorRole: 'system', action: 'accounts.changed' } as const
  const rows: AuditRow[] = [
    { ...system, sequence: '9' },
    { ...system, sequence: '8', at: '2026-11-22T16:03:00.000000Z' },
    { ...revealed, sequence: '7' },
    { ...revealed, sequence: '6' },
    { ...system, sequence: '5' },
  ]
  expect(foldAudit(rows).map(({ row, count, oldest }) => [row.sequence, count, oldest.sequence])).toEqual([
    ['9', 2, '8'],
    ['7', 1, '7'],
    ['6', 1, '6'],
    ['5', 1, '5'],
  ])
})

test('words are chosen by the detail; an older entry may be without it', () => {
  const invited = { action: 'developer.invited', subjectType: 'developer', subjectId: shop }
  const grace = { person: { id: shop, email: 'grace@example.com' } }
  expect(sentence({ ...invited, detail: '{"role": "reviewer"}' }, grace)).toContain(
    'ada@example.com invited grace@example.com to be a reviewer',
  )
  expect(sentence({ ...invited, detail: '{"role": 7}' }, grace)).toContain('invited grace@example.com')
})

test('what is gone is named as such', () => {
  const gone = sentence({}, { actor: null, application: null })
  expect(gone).toContain('a deleted account revealed the secret of a deleted application')
})

test('the system and visitors act by themselves', () => {
  const imported = {
    actorId: null,
    action: 'accounts.imported',
    subjectType: 'account',
    subjectId: 'sandbox',
  }
  expect(sentence({ ...imported, actorRole: 'system', detail: '{}' })).toContain(
    'The system imported accounts into the Sandbox',
  )
  expect(
    sentence({ ...imported, actorRole: 'visitor', action: 'developer.signed_up' }, { person: null }),
  ).toContain('New sign-up: a deleted account')
})

test('an entry of another version is shown by the name of its action', () => {
  expect(sentence({ action: 'moon.landed' })).toContain('can’t describe: moon.landed')
})
