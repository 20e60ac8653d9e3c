import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { createPool } from '@/lib/pool'
import { requestLogRetention } from '@/lib/usage/schema'
import { fileLock } from '@/lib/wallet/import-locks'
import { untilBlocked } from '@/test/blocked'
import { createApplication, createDeveloper } from '@/test/factories'
import { countCalls } from '@/test/networks'
import { withOwnDatabase } from '@/test/own-database'
import { prune } from './prune'

const databases = withOwnDatabase()
const { owner, worker } = databases
const pruned: Record<string, number> = {}

beforeEach(() => {
  for (const what of Object.keys(pruned)) delete pruned[what]
})

function run(milliseconds?: number, signal?: AbortSignal): Promise<void> {
  const report = (what: string, rows: number) => {
    pruned[what] = (pruned[what] ?? 0) + rows
  }
  return prune(worker, report, milliseconds, signal)
}

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await owner.query(`SELECT count(*)::int AS count FROM ${table} WHERE ${where}`)
  return rows[0].count
}

test('expired tokens go, except the newest of each application', async () => {
  for (const generations of [3, 1]) {
    const { id } = await createApplication(owner)
    await owner.query(
      `INSERT INTO access_token (application_id, generation, nonce, key_id, token_hash, expires_at)
       SELECT $1::uuid, g, 'n', 'k', sha256(($1::text || g)::bytea), now() - interval '1 day' FROM generate_series(1, $2) g`,
      [id, generations],
    )
  }
  await run()
  expect(pruned).toEqual({ access_token: 2 })
  expect(await count('access_token')).toBe(2)
})

/**
 * What goes by its age alone: the table, the age, and how a row is added. `ID`, `HASH` and `NUMBER` are new ones,
 * `DEVELOPER` is a new one's, `APPLICATION` one's whose submission has the same id, `AGO` the time at that age.
 */
const aged: [table: string, age: string, columns: string, values: string][] = [
  [
    'email_link',
    '7 days',
    'id, developer_id, purpose, token_hash, expires_at',
    `ID, DEVELOPER, 'activation', HASH, AGO`,
  ],
  [
    'application_invitation',
    '7 days',
    'id, application_id, email, role, invited_by_id, token_hash, expires_at',
    `ID, APPLICATION, NUMBER || '@example.org', 'member', DEVELOPER, HASH, AGO`,
  ],
  ['session', '30 days', 'id, developer_id, user_agent, address, expires_at', `ID, DEVELOPER, '', '', AGO`],
  [
    'session',
    '30 days',
    'id, developer_id, user_agent, address, expires_at, revoked_at',
    `ID, DEVELOPER, '', '', now() + interval '30 days', AGO`,
  ],
  ['single_use', '0 days', 'key_hash, expires_at', 'HASH, AGO'],
  ['idempotency_key', '0 days', 'key_hash, content_hash, expires_at', 'HASH, HASH, AGO'],
  [
    'throttle',
    '1 day',
    'key_hash, failures, blocked_until, updated_at',
    `HASH, 1, now() - interval '1 hour', AGO`,
  ],
  ['upload_window', '1 day', 'developer_id, started_at, bytes', 'DEVELOPER, AGO, 1'],
  ...['sent', 'failed'].map((status): [string, string, string, string] => [
    'mail_message',
    '90 days',
    'id, to_address, template, locale, encryption_key_id, status, created_at',
    `ID, 'a@example.org', 'password-changed', 'en', 'k', '${status}', AGO`,
  ]),
  ['refused_sign_in', '30 days', 'id, developer_id, why, address, at', `ID, DEVELOPER, 'password', '', AGO`],
  ['audit_address', '365 days', 'sequence, name, salt, value, recorded_at', `NUMBER, 'email', '', '', AGO`],
  [
    'operator_alert',
    '90 days',
    'id, kind, application_id, hour, created_at, handled_at',
    `ID, 'account_enumeration', ID, AGO, AGO, AGO`,
  ],
  [
    'personal_access_key',
    '30 days',
    'id, developer_id, name, key_hash, session_version, created_at, expires_at',
    `ID, DEVELOPER, 'a', HASH, 0, now() - interval '60 days', AGO`,
  ],
  ['passkey_challenge', '1 hour', 'challenge_hash, expires_at', 'HASH, AGO'],
  [
    'decision_draft',
    '1 day',
    'submission_id, reviewer_id, submission_version, fields, saved_at',
    `APPLICATION, ID, 1, '{}', AGO`,
  ],
  [
    'waiting_details',
    '30 days',
    'environment, msisdn, type, status, as_of, arrived_at',
    `'production', NUMBER, 'customer', 'active', now(), AGO`,
  ],
  [
    'refused_change',
    '30 days',
    'name, digest, code, message, body, cut, last_at',
    `'core', HASH, 'json', '', '{', false, AGO`,
  ],
  ['feed_minute', '2 days', 'minute, name, partition', `AGO, 'core', ''`],
]

// ASVS 14.2.7
test('what has an age goes at that age, and not before; mail that waits, senders and positions stay', async () => {
  const { id: application } = await createApplication(owner, { environment: 'production', state: 'draft' })
  await owner.query(`INSERT INTO submission (id, application_id, number) VALUES ($1, $1, 1)`, [application])
  const expected: Record<string, number> = {}
  let number = 221_770_000_000
  for (const [table, age, columns, values] of aged) {
    expected[table] = (expected[table] ?? 0) + 1
    for (const sign of ['-', '+']) {
      const { id: developer } = await createDeveloper({}, owner)
      const given: Record<string, string> = {
        ID: `'${newId()}'`,
        HASH: `sha256('${newId()}')`,
        NUMBER: String(number++),
        DEVELOPER: `'${developer}'`,
        APPLICATION: `'${application}'`,
        AGO: `now() - interval '${age}' ${sign} interval '1 minute'`,
      }
      const filled = values.replace(/\b[A-Z]{2,}\b/g, (name) => given[name] ?? name)
      await owner.query(`INSERT INTO ${table} (${columns}) VALUES (${filled})`)
    }
  }
  await owner.query(`
    INSERT INTO mail_message (id, to_address, template, locale, encryption_key_id, status, created_at)
      VALUES (gen_random_uuid(), 'a@example.org', 'password-changed', 'en', 'k', 'queued', now() - interval '9 years');
    INSERT INTO feed_sender (name, last_seen_at) VALUES ('core', now() - interval '9 years');
    INSERT INTO feed_position (name, partition, position, updated_at) VALUES ('core', 'p', 1, now() - interval '9 years')`)
  await run()
  expect(pruned).toEqual(expected)
})

test('what an import has read of its file goes a day after it was interrupted, unless it runs', async () => {
  await owner.query(`
    INSERT INTO imported_line VALUES (2, 221770000001, 'customer', 'active', 'XOF', 1, 0);
    INSERT INTO staged_import VALUES ('', '{}', now() - interval '23 hours')`)
  await run()
  expect(await count('imported_line')).toBe(1)
  await owner.query(`UPDATE staged_import SET updated_at = now() - interval '25 hours'`)
  const running = await owner.connect()
  await running.query('SELECT pg_advisory_lock($1)', [fileLock('production')])
  await run()
  expect(await count('imported_line')).toBe(1)
  await running.query('SELECT pg_advisory_unlock($1)', [fileLock('production')])
  running.release()
  await run()
  expect([await count('imported_line'), await count('staged_import'), pruned]).toEqual([
    0,
    0,
    { staged_import: 1 },
  ])
})

// ASVS 14.2.7
test('events of webhooks go after 30 days, previous secrets when they end, and endpoints with their application', async () => {
  const endpointOf = async (applicationId: string) => {
    const id = newId()
    await owner.query(
      `INSERT INTO webhook_endpoint (id, application_id, url, events) VALUES ($1, $2, 'x', '{}')`,
      [id, applicationId],
    )
    return id
  }
  const deliver = async (endpointId: string, days: number, waits: boolean) => {
    const id = v7({ msecs: Date.now() - days * 86_400_000 })
    await owner.query(`INSERT INTO webhook_event (id, type, data) VALUES ($1, 'x', '{}')`, [id])
    await owner.query(
      `INSERT INTO webhook_delivery (endpoint_id, event_id, next_attempt_at) VALUES ($1, $2, CASE WHEN $3 THEN now() END)`,
      [endpointId, id, waits],
    )
    await owner.query(
      `INSERT INTO webhook_attempt (id, endpoint_id, event_id, status, duration_ms) VALUES ($1, $2, $3, 500, 1)`,
      [newId(), endpointId, id],
    )
    return id
  }
  const open = await endpointOf((await createApplication(owner)).id)
  await deliver(open, 31, true)
  const kept = [await deliver(open, 29, false)]
  await owner.query(
    `INSERT INTO webhook_secret (id, endpoint_id, ciphertext, encryption_key_id, expires_at) VALUES
     (gen_random_uuid(), $1, 'x', 'k', NULL), (gen_random_uuid(), $1, 'x', 'k', now() + interval '1 hour'),
     (gen_random_uuid(), $1, 'x', 'k', now() - interval '1 second')`,
    [open],
  )
  const deleted = await createApplication(owner, { state: 'deleted' })
  await deliver(await endpointOf(deleted.id), 1, false)
  const waiting = await endpointOf(deleted.id)
  kept.push(await deliver(waiting, 1, true))
  await run()
  expect(pruned).toEqual({ webhook_delivery: 1, webhook_event: 1, webhook_secret: 1, webhook_endpoint: 1 })
  const { rows } = await owner.query('SELECT event_id FROM webhook_attempt ORDER BY event_id')
  expect(rows.map(({ event_id }) => event_id)).toEqual(kept.sort())
  await owner.query('DELETE FROM webhook_endpoint; DELETE FROM webhook_event')
})

// ASVS 14.2.7
test('the ID token of a session goes an hour after it ended', async () => {
  const { id: developer } = await createDeveloper({}, owner)
  const open = async (expires: string, revoked: string) => {
    const id = newId()
    await owner.query(
      `INSERT INTO session (id, developer_id, user_agent, address, expires_at, revoked_at)
       VALUES ($1, $2, '', '', ${expires}, ${revoked})`,
      [id, developer],
    )
    await owner.query(
      `INSERT INTO provider_session (id, session_id, id_token_ciphertext, encryption_key_id) VALUES ($1, $1, 'x', 'k')`,
      [id],
    )
    return id
  }
  const later = `now() + interval '1 hour'`
  await open(later, `now() - interval '61 minutes'`)
  await open(`now() - interval '1 minute'`, 'NULL')
  const kept = [await open(later, 'NULL'), await open(later, `now() - interval '59 minutes'`)]
  await run()
  expect(pruned).toEqual({ provider_session: 2 })
  const { rows } = await owner.query('SELECT id FROM provider_session ORDER BY id')
  expect(rows.map(({ id }) => id)).toEqual(kept)
  await owner.query('DELETE FROM session')
})

// ASVS 14.2.7
test('sign-ups that were never activated go once their links are gone, suspended and activated accounts stay', async () => {
  const signUp = async (days: number, linkDays: number | null, columns = '') => {
    const id = newId()
    await owner.query(
      `INSERT INTO developer (id, email, created_at) VALUES ($1, $2, now() - make_interval(days => $3))`,
      [id, `${id}@example.org`, days],
    )
    if (columns) await owner.query(`UPDATE developer SET ${columns} WHERE id = $1`, [id])
    if (linkDays !== null)
      await owner.query(
        `INSERT INTO email_link (id, developer_id, purpose, token_hash, expires_at)
         VALUES ($1, $2, 'activation', sha256('${id}'), now() - make_interval(days => $3))`,
        [newId(), id, linkDays],
      )
    return id
  }
  const gone = [await signUp(20, 10), await signUp(8, null), await signUp(9, 8, `role = 'administrator'`)]
  const kept = [
    await signUp(20, 6),
    await signUp(2, null),
    await signUp(20, 10, 'suspended_at = now()'),
    await signUp(20, 10, `activated_at = now(), password_hash = 'none'`),
  ]
  await run()
  expect(pruned).toMatchObject({ developer: 3 })
  const { rows } = await owner.query('SELECT id FROM developer WHERE id = ANY ($1)', [[...gone, ...kept]])
  expect(rows.map(({ id }) => id).sort()).toEqual(kept.sort())
  await expect(worker.query('DELETE FROM developer')).rejects.toThrow('permission denied')
})

test('a sign-up that begins again while its account is being removed keeps its account and its link', {
  tags: 'slow',
}, async () => {
  const [id, link] = [newId(), newId()]
  await owner.query(
    `INSERT INTO developer (id, email, created_at) VALUES ($1, $2, now() - interval '9 days')`,
    [id, `${id}@example.org`],
  )
  // The removal has begun, and comes to the row only when this lock is free.
  await owner.query(`
    CREATE FUNCTION pass() RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
      IF current_user = 'guichet_test' THEN PERFORM pg_advisory_xact_lock_shared(1); END IF;
      RETURN true;
    END $$;
    ALTER TABLE developer ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
    CREATE POLICY slowly ON developer USING (pass())`)
  const holder = await owner.connect()
  await holder.query('SELECT pg_advisory_lock(1)')
  const running = run()
  await untilBlocked(holder, 1)
  const portal = createPool(databases.portalUrl, 1, 'test')
  await portal.query(`
    BEGIN; UPDATE developer SET email = email WHERE id = '${id}';
    INSERT INTO email_link (id, developer_id, purpose, token_hash, expires_at)
      VALUES ('${link}', '${id}', 'activation', sha256('again'), now() + interval '1 day');
    COMMIT`)
  await portal.end()
  await holder.query('SELECT pg_advisory_unlock(1)')
  holder.release()
  await running
  expect(pruned).toEqual({})
  await owner.query(`DROP POLICY slowly ON developer; ALTER TABLE developer DISABLE ROW LEVEL SECURITY`)
  expect(await count('email_link', `id = '${link}'`)).toBe(1)
  expect(await count('developer', `id = '${id}'`)).toBe(1)
})

test('of an application’s calls the last are kept, errors longer than successes', async () => {
  const [many, few] = [newId(), newId()]
  const fill = (application: string, calls: number, status: number, age = '0') =>
    owner.query(
      `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, address)
       SELECT $1, $1, now() - $4::interval, 'account', $3, g, '' FROM generate_series(1, $2) g`,
      [application, calls, status, age],
    )
  const { successes, errors } = requestLogRetention
  await fill(many, errors.calls + 30, 404)
  await fill(many, successes.calls + 50, 200)
  await fill(few, 3, 200, `${successes.days} days 1 hour`)
  await fill(few, 4, 503, `${successes.days} days 1 hour`)
  await fill(few, 5, 503, `${errors.days} days 1 hour`)
  await fill(few, 6, 200, `${successes.days - 1} days`)
  await run()
  expect(pruned).toEqual({ recent_call: 30 + 50 + 3 + 5 })
  expect(await count('recent_call', `application_id = '${many}' AND status = 404 AND latency_ms > 30`)).toBe(
    errors.calls,
  )
  expect(await count('recent_call', `application_id = '${many}' AND status = 200 AND latency_ms > 50`)).toBe(
    successes.calls,
  )
  expect(await count('recent_call', `application_id = '${few}' AND status = 503`)).toBe(4)
  expect(await count('recent_call', `application_id = '${few}' AND status = 200`)).toBe(6)
  await owner.query('DELETE FROM recent_call')
})

test('calls and tokens of a rehearsal are kept until it is finished, the latest finished rehearsal always', async () => {
  const { id } = await createApplication(owner)
  const rehearsals = [newId(), newId(), newId(), newId()]
  for (const [index, rehearsal] of rehearsals.entries())
    await owner.query(
      `INSERT INTO rehearsal (id, application_id, started_at, ends_at, ended_at, end_reason, finished_at, report)
       VALUES ($1, $2, $3::timestamptz, $3::timestamptz + interval '1 hour', $3, 'time', $3, '{}')`,
      [rehearsal, id, new Date(Date.now() - (90 - index) * 86_400_000)],
    )
  const running = newId()
  await owner.query(
    `INSERT INTO rehearsal (id, application_id, ends_at) VALUES ($1, $2, now() + interval '1 hour')`,
    [running, id],
  )
  await owner.query('UPDATE application SET rehearsal_id = $1 WHERE id = $2', [running, id])
  await owner.query(
    `INSERT INTO submission (id, application_id, number, rehearsal_id) VALUES ($1, $2, 1, $3)`,
    [newId(), id, rehearsals[0]],
  )
  await owner.query(`INSERT INTO certificate_link VALUES ($1, $2, 'hash')`, [id, rehearsals[1]])
  for (const [rehearsal, number] of [
    [running, 150],
    [rehearsals[3], 300],
    [null, 5],
  ] as const)
    await owner.query(
      `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, address, rehearsal_id,
         rehearsal_number)
       SELECT $1, $1, now(), 'account', 200, 1, '', $2::uuid, CASE WHEN $2::uuid IS NOT NULL THEN g END
       FROM generate_series(1, $3::int) g`,
      [id, rehearsal, number],
    )
  await owner.query(
    `INSERT INTO access_token (application_id, generation, nonce, key_id, token_hash, expires_at)
     SELECT $1::uuid, g, 'n', 'k', sha256(($1::text || g)::bytea), now() - interval '1 day' FROM generate_series(1, 3) g`,
    [id],
  )
  await run()
  expect(pruned).toEqual({ rehearsal: 1, recent_call: 205 })
  expect(await count('recent_call', `rehearsal_id = '${running}'`)).toBe(150)
  const kept = [rehearsals[0], rehearsals[1], rehearsals[3], running]
  expect(await count('rehearsal', `id IN ('${kept.join("', '")}')`)).toBe(4)
  await owner.query(
    `UPDATE rehearsal SET ended_at = now(), end_reason = 'requested', finished_at = now(), report = '{}' WHERE id = $1`,
    [running],
  )
  await owner.query('UPDATE application SET rehearsal_id = NULL WHERE id = $1', [id])
  await run()
  expect(pruned).toMatchObject({ access_token: 2, rehearsal: 2 })
  expect(await count('recent_call', `application_id = '${id}'`)).toBe(100)
  await owner.query('DELETE FROM recent_call')
})

test('of a deleted application even the latest rehearsal goes', async () => {
  const ids = [await createApplication(owner), await createApplication(owner, { state: 'deleted' })]
  for (const { id } of ids)
    await owner.query(
      `INSERT INTO rehearsal (id, application_id, started_at, ends_at, ended_at, end_reason, finished_at, report)
       SELECT $1, $1, at, at, at, 'time', at, '{}' FROM (SELECT now() - interval '31 days' AS at) ended`,
      [id],
    )
  await run()
  expect(pruned).toEqual({ rehearsal: 1 })
})

test('a run continues in batches until nothing is left, its time is over or the worker ends', {
  tags: 'slow',
}, async () => {
  const fill = () =>
    owner.query(`
      INSERT INTO throttle SELECT sha256(g::text::bytea), 1, now() - interval '9 days', now() - interval '9 days'
      FROM generate_series(1, 10500) g`)
  await fill()
  await run()
  expect(pruned).toEqual({ throttle: 10_500 })
  await fill()
  await run(0)
  await run(undefined, AbortSignal.abort())
  expect(await count('throttle', `updated_at < now() - interval '8 days'`)).toBe(10_500)
  await run()
})

test('the accounts of a first approval go with the decision', async () => {
  for (const state of ['in_validation', 'approved', 'draft']) {
    const { id } = await createApplication(owner, { environment: 'production', state: 'draft' })
    await owner.query(
      `INSERT INTO submission (id, application_id, number, state) VALUES ($1, $1, 1, 'draft')`,
      [id],
    )
    if (state !== 'draft')
      await owner.query(
        `UPDATE submission SET state = $2, version = 1, submitted_at = now(), due_at = now(), decided_at = now() WHERE id = $1`,
        [id, state],
      )
    await owner.query(
      `INSERT INTO approved_access (submission_id, reviewer_id, submission_version, access, msisdns)
       VALUES ($1, $1, 1, 'listed', '{221771234567}')`,
      [id],
    )
  }
  await run()
  expect(pruned).toEqual({ approved_access: 2 })
})

test('written batches of usage are recognised for three days, however long they waited', async () => {
  const flush = (made: string, written: string, count: number) =>
    owner.query(`
      INSERT INTO usage_flush (id, written_at)
      SELECT (lpad(to_hex((extract(epoch FROM now() - interval '${made}') * 1000)::bigint), 12, '0')
              || substr(md5(random()::text), 1, 20))::uuid, now() - interval '${written}'
      FROM generate_series(1, ${count})`)
  await flush('73 hours', '73 hours', 300)
  await flush('71 hours', '71 hours', 2)
  await flush('30 days', '1 hour', 1)
  await run()
  expect(pruned).toEqual({ usage_flush: 300 })
  expect(await count('usage_flush')).toBe(3)
})

test('what is noted of imports goes after 400 days, except the newest of each environment', async () => {
  await owner.query(`
    INSERT INTO account_import (environment, source, as_of, created_at) VALUES
      ('production', 'file', now() - interval '500 days', now() - interval '500 days'),
      ('production', 'stream', now() - interval '450 days', now() - interval '450 days'),
      ('sandbox', 'file', now() - interval '450 days', now() - interval '450 days'),
      ('sandbox', 'file', now() - interval '460 days', now() - interval '300 days')`)
  await run()
  expect(pruned).toEqual({ account_import: 1 })
  expect(await count('account_import', `environment = 'production'`)).toBe(1)
})

test('calls by network go after 35 days, today included', async () => {
  const { id } = await createApplication(owner, { environment: 'production' })
  for (const daysAgo of [0, 34, 35, 400]) await countCalls(owner, id, '203.0.113.0/24', 1, daysAgo)
  await run()
  expect(pruned).toEqual({ network_day: 2 })
  expect(await count('network_day', `day >= (now() AT TIME ZONE 'UTC')::date - 34`)).toBe(2)
})
