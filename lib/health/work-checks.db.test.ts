import { beforeAll, beforeEach, expect, test } from 'vitest'
import { databasePool } from '@/lib/database'
import { features } from '@/lib/features'
import { addAdministrationEndpoint } from '@/lib/webhooks/endpoint'
import { executeAs } from '@/scripts/launch/execute-as'
import { createClient, createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { createInState } from '@/test/validation'
import { checkWork } from './run-checks'
import type { CheckName } from './schema'

const { owner } = withOwnDatabase({ requirements: ['Tax registration'] })
const zero = '00000000-0000-7000-8000-000000000000'

beforeAll(async () => {
  const administrator = await createDeveloper({ role: 'administrator' })
  await createClient(owner, { environment: 'production' })
  await createInState(owner, administrator, 'in_validation')
  const input = { url: 'https://a.example.com/', events: ['audit.recorded' as const] }
  await executeAs(administrator, addAdministrationEndpoint, { input })
  await owner.query('ALTER TABLE audit_entry DISABLE TRIGGER USER')
})

beforeEach(async () => {
  await owner.query(`DELETE FROM usage_minute; DELETE FROM account_import; DELETE FROM feed_sender; DELETE FROM feed_minute; DELETE FROM feed_position;
    DELETE FROM refused_change; DELETE FROM webhook_attempt; DELETE FROM webhook_delivery; DELETE FROM webhook_event;
    DELETE FROM webhook_endpoint WHERE application_id IS NOT NULL; DELETE FROM single_use; DELETE FROM idempotency_key;
    UPDATE submission SET due_at = now() + interval '1 day'; UPDATE audit_entry SET at = now()`)
})

const sender = (name: string, seconds: number, paused = '') =>
  `INSERT INTO feed_sender (name, last_seen_at, paused_at, paused_reason)
   VALUES ('${name}', now() - interval '${seconds} seconds', ${paused ? 'now()' : 'NULL'}, ${paused ? `'${paused}'` : 'NULL'});`
const calls = (columns: string, counts: string, environment = 'production') =>
  `INSERT INTO usage_minute (application_id, minute, endpoint, ${columns})
   SELECT id, date_trunc('minute', now()), 'account', ${counts} FROM application WHERE environment = '${environment}' LIMIT 1;`
const imported = (hours: number) =>
  `INSERT INTO account_import (environment, source, as_of) VALUES ('production', 'stream', now() - interval '${hours} hours');`
const delays = (...seconds: number[]) =>
  seconds
    .map(
      (each, minutes) =>
        `INSERT INTO feed_minute (minute, name, partition, behind_ms)
         VALUES (date_trunc('minute', now()) - interval '${minutes} minutes', 'core', '', ${each * 1000});`,
    )
    .join('')
const refused = (name: string) =>
  `INSERT INTO refused_change (name, digest, code, message, body, cut) VALUES ('${name}', 'x', 'currency', 'No', '{}', false);`
const due = (minutes: number) =>
  `INSERT INTO webhook_endpoint (id, application_id, url, events)
     SELECT '${zero}', id, 'https://b.example.com', '{}' FROM application LIMIT 1;
   INSERT INTO webhook_event (id, type, data) VALUES ('${zero}', 'x', '{}');
   INSERT INTO webhook_delivery (endpoint_id, event_id, next_attempt_at)
     VALUES ('${zero}', '${zero}', now() - interval '${minutes} minutes');`
const attempted = (minutes: number) =>
  `INSERT INTO webhook_attempt (id, endpoint_id, event_id, at, status, duration_ms)
   VALUES ('${zero}', '${zero}', '${zero}', now() - interval '${minutes} minutes', 204, 1);`
const audited = (minutes: number) => `UPDATE audit_entry SET at = now() - interval '${minutes} minutes';`

const expiredRow = (hours: number) =>
  `INSERT INTO single_use (key_hash, expires_at) VALUES ('x', now() - interval '${hours} hours')`

/** What is done to the work, and what its check then says. */
const cases: [CheckName, string, string, string[], number?][] = [
  ['calls', 'no call', '', ['good']],
  ['calls', 'one of a hundred fails', calls('succeeded, failed', '99, 1'), ['good']],
  ['calls', 'two of a hundred fail', calls('succeeded, failed', '98, 2'), ['failing']],
  ['calls', 'two of a hundred are slow', calls('succeeded, latency_le_5000', '100, 2'), ['slow']],
  ['accounts', 'no import', '', ['unused']],
  ['accounts', 'a change of 35 hours ago', imported(35), ['good']],
  ['accounts', 'a change of 37 hours ago', imported(37), ['stale']],
  ['feed', 'no sender', '', ['unused']],
  ['feed', 'no sender, though one is expected', '', ['never'], 60],
  ['feed', 'a request of 50 s ago', sender('core', 50), ['good'], 60],
  ['feed', 'a request of 133 s ago', sender('core', 133), ['silent'], 60],
  ['feed', 'a request of 133 s ago of another sender', sender('core', 133) + sender('b', 5), ['good'], 60],
  ['feed', 'a request of 133 s ago, of unknown worth', sender('core', 133), ['good']],
  ['feed', 'a request of 400 s ago, of unknown worth', sender('core', 400), ['idle']],
  ['feed', 'a pause', sender('core', 400, 'currency: No'), ['paused'], 60],
  [
    'feed',
    'a pause next to another sender',
    sender('core', 9, 'x') + sender('b', 99),
    ['paused', 'silent'],
    60,
  ],
  [
    'feed',
    'refused changes',
    sender('core', 1) + refused('core') + refused('b'),
    ['refused', 'refused', 'good'],
  ],
  ['feed', 'late changes', sender('core', 1) + delays(400, 500), ['behind', 'good']],
  [
    'feed',
    'a numbering that began again',
    `${sender('core', 1)} INSERT INTO feed_position (name, partition, position, highest, back_since, back_at)
     VALUES ('core', 'wal', 1, 9, now() - interval '2 minutes', now())`,
    ['restarted', 'good'],
  ],
  ['feed', 'one late change', sender('core', 1) + delays(9_000_000, 1, 1), ['good']],
  ['webhooks', 'none due', '', ['good']],
  ['webhooks', 'one due for 5 minutes', due(5), ['good']],
  ['webhooks', 'one due for 15 minutes, and no attempt ever', due(15), ['waiting']],
  ['webhooks', 'one due for 15 minutes, and no attempt for 12', due(15) + attempted(12), ['waiting']],
  ['webhooks', 'one due for 15 minutes while others are sent', due(15) + attempted(1), ['good']],
  ['audit_webhooks', 'entries of half an hour ago', audited(30), ['good']],
  ['audit_webhooks', 'entries of 61 minutes ago', audited(61), ['behind']],
  ['submissions', 'none late', '', ['good']],
  ['submissions', 'one late', `UPDATE submission SET due_at = now() - interval '1 minute'`, ['overdue']],
  ['cleanup', 'nothing', '', ['good']],
  ['cleanup', 'a row of an hour ago', expiredRow(1), ['good']],
  ['cleanup', 'a row of three hours ago', expiredRow(3), ['stopped']],
  [
    'cleanup',
    'a key of three hours ago',
    `INSERT INTO idempotency_key (key_hash, content_hash, expires_at) VALUES ('x', 'x', now() - interval '3 hours')`,
    ['stopped'],
  ],
]

test.each(cases)('%s after %s', async (check, _what, breaking, outcomes, expectedSeconds) => {
  await owner.query(breaking)
  // As the portal, which shows the same page and has the fewest rights of all callers.
  const found = await checkWork(features, databasePool(), expectedSeconds)
  expect(found.filter((finding) => finding.check === check).map(({ outcome }) => outcome)).toEqual(outcomes)
})

test('faults of the Sandbox, which developers ask for, are no failures', async () => {
  await createClient(owner, { environment: 'sandbox' })
  await owner.query(calls('failed', '5', 'sandbox'))
  expect(await checkWork(features, databasePool())).toContainEqual(
    expect.objectContaining({ check: 'calls', outcome: 'good' }),
  )
})

test('a paused sender is named, with the reason', async () => {
  await owner.query(sender('core', 1, 'currency: No') + refused('core'))
  expect(await checkWork(features, databasePool())).toEqual(
    expect.arrayContaining([
      { check: 'feed', outcome: 'paused', subject: 'core', values: { name: 'core', reason: 'currency: No' } },
      { check: 'feed', outcome: 'refused', subject: 'core', values: { name: 'core', count: 1 } },
    ]),
  )
})
