import { expect, test } from 'vitest'
import { messages } from '@/generated/messages'
import { type CheckName, checks, type Finding } from '@/lib/health/schema'
import { locales } from '@/lib/languages'
import { describeFinding, formatFinding } from './doctor'

/** One for every argument of a sentence. */
const values = Object.fromEntries(
  [...JSON.stringify(messages.en.health).matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => [name, 1]),
)
const every = (Object.keys(checks) as CheckName[]).flatMap((check) =>
  Object.keys(checks[check]).map(
    (outcome) => ({ check, outcome, subject: 'worker', values }) as unknown as Finding,
  ),
)

test.each(locales)('each outcome of each check has its sentences, and no other has (%s)', (language) => {
  const { checks: titles, found, advice } = messages[language].health
  const keys = (texts: object) =>
    Object.entries(texts).flatMap(([check, inner]) => Object.keys(inner).map((key) => `${check}.${key}`))
  expect(Object.keys(titles).sort()).toEqual(Object.keys(checks).sort())
  expect(keys(found).sort()).toEqual(every.map(({ check, outcome }) => `${check}.${outcome}`).sort())
  const needing = every.filter((finding) => describeFinding(finding).state !== 'good')
  expect(keys(advice).sort()).toEqual(needing.map(({ check, outcome }) => `${check}.${outcome}`).sort())
})

test('a finding is a line, with the advice below it', () => {
  expect(formatFinding({ check: 'clock', outcome: 'good', values: { seconds: 0.1 } })).toBe(
    '✓ Clock: In sync with the database clock (difference 0.1 s).',
  )
  expect(formatFinding({ check: 'backup', outcome: 'old', values: { hours: 50 } })).toBe(
    '! Backup: The last backup was made 50 hours ago.\n  → Run “backup” every day, from a timer. If you back up in another way, run “backup --record” after each.',
  )
})

test('counts are in words, and no line shows the source of its message', () => {
  expect(formatFinding({ check: 'mail_queue', outcome: 'good', values: { queued: 2, minutes: 3 } })).toBe(
    '✓ Outbox: 2 e-mails queued, the oldest for 3 min.',
  )
  for (const finding of every) expect(formatFinding(finding)).not.toMatch(/[{}]|health\./)
})
