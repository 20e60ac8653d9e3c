import { beforeEach, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { createPool } from '@/lib/pool'
import { untilBlocked } from '@/test/blocked'
import { createApplication, createDeveloper } from '@/test/factories'
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

// ASVS 14.2.7
test('links, invitations, sessions, throttles, mails and alerts go when they expire, and not before', async () => {
  const { id: developer } = await createDeveloper({}, owner)
  const application = await createApplication(owner)
  for (const days of [1, 400]) {
    const ago = `now() - interval '${days} days'`
    const id = () => `'${newId()}'`
    const { id: uploader } = await createDeveloper({}, owner)
    await owner.query(`
      INSERT INTO upload_window (developer_id, started_at, bytes) VALUES ('${uploader}', ${ago} + interval '1 hour', 1);
      INSERT INTO email_link (id, developer_id, purpose, token_hash, expires_at, used_at)
        VALUES (${id()}, '${developer}', 'activation', sha256('${days}'), ${ago}, ${ago});
      INSERT INTO application_invitation (id, application_id, email, role, invited_by_id, token_hash, expires_at)
        VALUES (${id()}, '${application.id}', 'a${days}@example.org', 'member', '${developer}', sha256('i${days}'), ${ago});
      INSERT INTO session (id, developer_id, user_agent, address, expires_at, revoked_at) VALUES
        (${id()}, '${developer}', '', '', ${ago}, NULL),
        (${id()}, '${developer}', '', '', now() + interval '30 days', ${ago});
      INSERT INTO throttle (key_hash, failures, blocked_until, updated_at)
        VALUES (sha256('days ${days}'), 1, now() - interval '1 hour', ${ago} + interval '1 hour');
      INSERT INTO mail_message (id, to_address, template, locale, encryption_key_id, status, created_at) VALUES
        (${id()}, 'a@example.org', 'password-changed', 'en', 'k', 'sent', ${ago}),
        (${id()}, 'a@example.org', 'password-changed', 'en', 'k', 'failed', ${ago}),
        (${id()}, 'a@example.org', 'password-changed', 'en', 'k', 'queued', ${ago});
      INSERT INTO operator_alert (id, kind, application_id, hour, created_at, handled_at) VALUES
        (${id()}, 'account_enumeration', ${id()}, ${ago}, ${ago}, ${ago})`)
  }
  await run()
  expect(pruned).toEqual({
    email_link: 1,
    application_invitation: 1,
    session: 2,
    upload_window: 1,
    throttle: 1,
    mail_message: 2,
    operator_alert: 1,
  })
  expect(await count('mail_message', `status = 'queued'`)).toBe(2)
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

test('a sign-up that begins again while its account is being removed keeps its account and its link', async () => {
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

test('only the last calls of an application are kept', async () => {
  const many = newId()
  const few = newId()
  for (const [application, calls] of [
    [many, 130],
    [few, 20],
  ] as const)
    await owner.query(
      `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, address)
       SELECT $1, $1, now(), 'account', 200, g, '' FROM generate_series(1, $2) g`,
      [application, calls],
    )
  await run()
  expect(pruned).toEqual({ recent_call: 80 })
  expect(await count('recent_call', `application_id = '${many}' AND latency_ms > 80`)).toBe(50)
  expect(await count('recent_call', `application_id = '${few}'`)).toBe(20)
})

test('errors among an application’s calls are kept longer than its successes', async () => {
  const application = newId()
  await owner.query(
    `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, address)
     SELECT $1, $1, now(), 'account', CASE WHEN g <= 60 THEN 404 ELSE 200 END, g, '' FROM generate_series(1, 130) g`,
    [application],
  )
  await run()
  expect(
    await count('recent_call', `application_id = '${application}' AND status = 200 AND latency_ms > 80`),
  ).toBe(50)
  expect(
    await count('recent_call', `application_id = '${application}' AND status = 404 AND latency_ms > 10`),
  ).toBe(50)
  expect(await count('recent_call', `application_id = '${application}'`)).toBe(100)
})

test('a run continues in batches until nothing is left, its time is over or the worker ends', async () => {
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

test("a reviewer's draft goes after a day", async () => {
  const { id } = await createApplication(owner, { environment: 'production', state: 'draft' })
  await owner.query(`INSERT INTO submission (id, application_id, number) VALUES ($1, $1, 1)`, [id])
  for (const hours of [1, 25])
    await owner.query(
      `INSERT INTO decision_draft (submission_id, reviewer_id, submission_version, fields, saved_at)
       VALUES ($1, $2, 1, '{}', now() - $3 * interval '1 hour')`,
      [id, newId(), hours],
    )
  await run()
  expect(pruned).toEqual({ decision_draft: 1 })
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
