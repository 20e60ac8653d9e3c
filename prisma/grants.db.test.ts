import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApplication, createClient } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { testRoles } from '@/test/postgres'
import { grants, heldRights, wantedRights } from './grants'
import { migrate } from './migrate'

type Process = keyof typeof grants

const processes = Object.keys(grants) as Process[]

/** Functions that run with the owner's rights; some twice, for the previous version. */
const mints = ['mint_access_token', 'mint_access_tokens']
const sandboxOnly = [
  'change_test_accounts',
  'count_rehearsal_calls',
  'count_rehearsal_calls',
  'end_rehearsal_by_program',
  'miss_rehearsal_call',
  'miss_rehearsal_call',
  'read_rehearsal',
  'read_rehearsal',
  'start_rehearsal_by_program',
  'take_test_account_faults',
]
const productionOnly = ['count_networks']

const own = withOwnDatabase()
let owner: Client
const open: Client[] = []
let columns: { table: string; column: string }[]

beforeAll(async () => {
  owner = await connect(own.url)
  const { rows } = await owner.query(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' ORDER BY 1, 2`,
  )
  columns = rows
})

afterAll(async () => {
  await Promise.all(open.map((client) => client.end()))
})

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  await client.connect()
  open.push(client)
  return client
}

function connectAs(process: Process): Promise<Client> {
  return connect(own[`${process}Url`])
}

// ASVS 13.2.1, 13.2.2
describe.each(processes)('the role of the %s', (process) => {
  test('has the listed rights on every table and column, and no others', async () => {
    const wanted = await wantedRights(owner, [process])
    expect(wanted.size).toBeGreaterThan(20)
    expect([...(await heldRights(owner, testRoles[process], wanted))].sort()).toEqual([...wanted].sort())
  })

  test('calls only the functions that it is meant to', async () => {
    const client = await connectAs(process)
    const { rows } = await client.query(
      `SELECT p.oid::regprocedure::text AS name FROM pg_proc p
       WHERE pronamespace = 'public'::regnamespace AND prosecdef AND prorettype <> 'trigger'::regtype
         AND has_function_privilege(p.oid, 'EXECUTE') ORDER BY 1`,
    )
    const expected = {
      portal: [
        'change_test_accounts',
        'discard_replaced_document',
        'end_rehearsal',
        'enqueue_job',
        // Of one application, for the previous version, and of several.
        'start_rehearsal',
        'usage_of',
        'usage_of',
      ],
      gateway: [...mints, ...sandboxOnly, ...productionOnly],
      sandbox: [...mints, ...sandboxOnly],
      production: [...mints, ...productionOnly],
      worker: [
        // Of one environment, for the previous version of Production.
        'discard_staged_import',
        'discard_staged_import',
        'drop_usage_partition',
        'enqueue_job',
        'prepare_usage_partitions',
        'prune_unactivated',
        'sort_staged_accounts',
        'stage_accounts',
      ],
      feed: ['delete_account_grants'],
    }
    expect(rows.map(({ name }) => name.split('(')[0]).sort()).toEqual(expected[process].sort())
  })

  test('creates nothing, becomes no other role and reads no file', async () => {
    const client = await connectAs(process)
    for (const statement of [
      'CREATE TABLE public.mine (id int)',
      'CREATE SCHEMA mine',
      `CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
      'CREATE ROLE mine',
      'SET ROLE guichet_test',
      `COPY (SELECT 1) TO PROGRAM 'true'`,
      `SELECT pg_read_file('/etc/passwd')`,
      'SELECT * FROM pg_authid',
      'DROP TABLE application CASCADE',
      'TRUNCATE application CASCADE',
      'ALTER TABLE application DISABLE TRIGGER USER',
      'CREATE RULE quiet AS ON INSERT TO application DO INSTEAD NOTHING',
      ...(process === 'worker' ? [] : ['SELECT * FROM graphile_worker._private_jobs']),
    ]) {
      const code = await client.query(statement).then(
        () => 'done',
        (error) => error.code,
      )
      expect(`${statement}: ${code}`).toBe(`${statement}: 42501`)
    }
  })
})

test('every function uses the tables of the schema, whatever temporary tables exist', async () => {
  const { rows } = await owner.query(
    `SELECT oid::regprocedure::text AS name FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND prosqlbody IS NULL
       AND NOT coalesce('search_path=public, pg_temp' = ANY (proconfig), false) ORDER BY 1`,
  )
  expect(rows).toEqual([])
  const { rows: all } = await owner.query(
    `SELECT count(*)::int AS count FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  )
  expect(all[0].count).toBeGreaterThan(15)
})

test('a temporary table instead of a real one gets past no trigger', async () => {
  await owner.query(`GRANT TEMPORARY ON DATABASE ${new URL(own.url).pathname.slice(1)} TO PUBLIC`)
  const application = await createApplication(owner, { environment: 'production', state: 'draft' })
  const client = await connectAs('worker')
  await client.query('CREATE TEMPORARY TABLE submission (id uuid, application_id uuid)')
  await client.query(
    `CREATE TEMPORARY TABLE decision (submission_id uuid, outcome decision_outcome, final boolean, voided_at timestamptz)`,
  )
  await client.query('INSERT INTO pg_temp.submission VALUES ($1, $1)', [application.id])
  await client.query(`INSERT INTO pg_temp.decision VALUES ($1, 'approved', true, NULL)`, [application.id])
  await expect(
    client.query(`UPDATE public.application SET state = 'active' WHERE id = $1`, [application.id]),
  ).rejects.toThrow(/needs an approval/)
})

test('migrating leaves temporary tables to the owner', async () => {
  await migrate(own.url, testRoles)
  for (const process of processes) {
    const client = await connectAs(process)
    await expect(client.query('CREATE TEMPORARY TABLE mine (id int)')).rejects.toMatchObject({
      code: '42501',
    })
  }
  await owner.query('CREATE TEMPORARY TABLE staged (id int)')
})

const drifts: [string, (role: string, database: string) => string][] = [
  ['a table for everyone', () => 'SELECT, DELETE ON developer TO PUBLIC'],
  ['a column for everyone', () => 'SELECT (email) ON developer TO PUBLIC'],
  ['a sequence for everyone', () => 'USAGE ON SEQUENCE refused_change_id_seq TO PUBLIC'],
  [
    'a function for everyone',
    () =>
      'EXECUTE ON FUNCTION mint_access_tokens(uuid[], bigint[], bytea[], text[], bytea[], interval) TO PUBLIC',
  ],
  ['a right to pass on', (role) => `SELECT ON wallet_account TO ${role} WITH GRANT OPTION`],
  ['a schema', (role) => `CREATE ON SCHEMA public TO ${role}`],
  ['the database', (role, name) => `CREATE, TEMPORARY ON DATABASE ${name} TO ${role}`],
]
test.each(drifts)('what someone granted by hand is revoked: %s', async (_what, grant) => {
  const read = async () => {
    const { rows } = await owner.query(
      `SELECT object, grantee::regrole::text, privilege_type, is_grantable FROM (
         SELECT oid::regclass::text AS object, relacl AS acl FROM pg_class WHERE relnamespace = 'public'::regnamespace
         UNION ALL SELECT attrelid::regclass || '.' || attname, attacl FROM pg_attribute
         UNION ALL SELECT oid::regprocedure::text, proacl FROM pg_proc
         UNION ALL SELECT 'schema', nspacl FROM pg_namespace WHERE nspname = 'public'
         UNION ALL SELECT 'database', datacl FROM pg_database WHERE datname = current_database()
       ) objects, aclexplode(acl) ORDER BY 1, 2, 3`,
    )
    return rows
  }
  await migrate(own.url, testRoles)
  const before = await read()
  await owner.query(`GRANT ${grant(testRoles.gateway, new URL(own.url).pathname.slice(1))}`)
  expect(await read()).not.toEqual(before)
  await migrate(own.url, testRoles)
  expect(await read()).toEqual(before)
})

test('what everyone may do with tables of others, and who may connect, stays', async () => {
  const name = new URL(own.url).pathname.slice(1)
  await owner.query(
    `CREATE TABLE of_an_operator (id int); GRANT SELECT ON of_an_operator TO PUBLIC;
     GRANT CONNECT ON DATABASE ${name} TO ${testRoles.gateway}`,
  )
  await migrate(own.url, testRoles)
  const { rows } = await owner.query(
    `SELECT has_table_privilege($1, 'of_an_operator', 'SELECT') AS reads,
       (SELECT datacl::text FROM pg_database WHERE datname = current_database()) AS database`,
    [testRoles.worker],
  )
  expect(rows).toEqual([{ reads: true, database: expect.stringContaining(`${testRoles.gateway}=c/`) }])
  await owner.query(`DROP TABLE of_an_operator; REVOKE CONNECT ON DATABASE ${name} FROM ${testRoles.gateway}`)
})

test('no role makes a token valid for longer than five minutes, or valid again', async () => {
  for (const environment of ['sandbox', 'production'] as const) {
    const { applicationId } = await createClient(owner, { environment })
    await owner.query(
      `INSERT INTO access_token (application_id, generation, nonce, key_id, token_hash, expires_at)
       VALUES ($1, 1, 'n', 'k', $2, now() + interval '10 years')`,
      [applicationId, Buffer.from(applicationId)],
    )
  }
  const { rows } = await owner.query('SELECT expires_at - issued_at AS life FROM access_token')
  expect(rows).toEqual([{ life: { minutes: 5 } }, { life: { minutes: 5 } }])
  for (const process of processes.filter((each) => each !== 'feed')) {
    const client = await connectAs(process)
    for (const longer of [`interval '10 years'`, `interval '1 microsecond'`])
      await expect(
        client.query(`UPDATE access_token SET expires_at = expires_at + ${longer}`),
      ).rejects.toThrow(/never lives longer/)
  }
  await expect(
    owner
      .query('ALTER TABLE access_token DISABLE TRIGGER USER')
      .then(() => owner.query(`UPDATE access_token SET expires_at = expires_at + interval '1 microsecond'`)),
  ).rejects.toThrow(/access_token_lifetime_check/)
  await owner.query('ALTER TABLE access_token ENABLE TRIGGER USER')
})

test('whatever lock a gateway holds, the audit row is written', async () => {
  const gateway = await connectAs('gateway')
  const portal = await connectAs('portal')
  await gateway.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('audit_entry'))`)
  await portal.query(`SET statement_timeout = '5s'`)
  await portal.query(
    `INSERT INTO audit_entry (actor_role, action, subject_type, subject_id) VALUES ('system', 'test', 'developer', '1')`,
  )
  await gateway.query('ROLLBACK')
  for (const mode of ['ACCESS SHARE', 'EXCLUSIVE']) {
    const locked = gateway.query(`BEGIN; LOCK TABLE audit_turn IN ${mode} MODE`)
    await expect(locked).rejects.toMatchObject({ code: '42501' })
    await gateway.query('ROLLBACK')
  }
})

// Not read from the list of grants: a list with too many would agree with itself.
test.each([
  ['gateway', 'developer'],
  ['gateway', 'session'],
  ['gateway', 'email_link'],
  ['gateway', 'totp_factor'],
  ['gateway', 'recovery_code'],
  ['gateway', 'mail_message'],
  ['gateway', 'audit_entry'],
  ['gateway', 'submission'],
  ['gateway', 'decision'],
  ['gateway', 'document'],
  ['gateway', 'document_chunk'],
  ['gateway', 'upload_chunk'],
  ['gateway', 'upload_window'],
  ['gateway', 'throttle'],
  ['worker', 'totp_factor'],
  ['worker', 'recovery_code'],
] as const)('the %s reads nothing of %s', async (process, table) => {
  const client = await connectAs(process)
  for (const { column } of columns.filter((each) => each.table === table))
    await expect(client.query(`SELECT "${column}" FROM ${table} LIMIT 0`)).rejects.toMatchObject({
      code: '42501',
    })
})

// ASVS 8.2.3
test('the gateway sees only what it checks of an application and its secrets, and writes neither', async () => {
  const client = await connectAs('gateway')
  for (const [table, column] of [
    ['application', 'name'],
    ['application', 'description'],
    ['application', 'developer_id'],
    ['client_secret', 'ciphertext'],
    ['client_secret', 'encryption_key_id'],
  ])
    await expect(client.query(`SELECT ${column} FROM ${table} LIMIT 0`)).rejects.toMatchObject({
      code: '42501',
    })
  for (const statement of [
    `UPDATE application SET state = 'active'`,
    'UPDATE client_secret SET revoked_at = NULL',
    `UPDATE access_token SET token_hash = '\\x00'`,
    'INSERT INTO access_token SELECT * FROM access_token',
    'UPDATE wallet_account SET balance = 0',
    'DELETE FROM account_grant',
  ])
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
})

test('the portal writes no account, no token and no meter', async () => {
  const client = await connectAs('portal')
  for (const statement of [
    'UPDATE wallet_account SET balance = 0',
    'DELETE FROM wallet_account',
    'INSERT INTO access_token SELECT * FROM access_token',
    'DELETE FROM usage_minute',
    'DELETE FROM operator_alert',
    'DELETE FROM developer',
    'DELETE FROM document',
  ])
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
})

test('the portal and the worker end a token, and cannot make it another, or give it to another application', async () => {
  for (const process of ['portal', 'worker'] as const) {
    const client = await connectAs(process)
    await client.query('UPDATE access_token SET expires_at = clock_timestamp() WHERE expires_at > now()')
    for (const { column } of columns.filter(({ table }) => table === 'access_token'))
      if (column !== 'expires_at')
        await expect(client.query(`UPDATE access_token SET ${column} = ${column}`)).rejects.toMatchObject({
          code: '42501',
        })
    const code = client.query(`UPDATE access_token SET token_hash = '\\x00'`)
    await expect(code).rejects.toMatchObject({ code: '42501' })
  }
})

// ASVS 16.4.2
test('the portal and the worker cannot change a word of the audit log or of a decision', async () => {
  for (const process of ['portal', 'worker'] as const) {
    const client = await connectAs(process)
    await client.query(
      `INSERT INTO audit_entry (actor_role, action, subject_type, subject_id) VALUES ('system', 'test', 'developer', '1')`,
    )
    for (const statement of [
      `UPDATE audit_entry SET action = 'nothing'`,
      'DELETE FROM audit_entry',
      'TRUNCATE audit_entry',
      `UPDATE state_transition SET reason = 'none'`,
      `UPDATE decision SET reason = 'none'`,
      'DELETE FROM decision',
    ])
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
})

test('the writer of an audit row does not choose its number, time or hashes', async () => {
  const client = await connectAs('portal')
  await client.query(
    `INSERT INTO audit_entry (sequence, at, previous_hash, hash, actor_role, action, subject_type, subject_id)
     VALUES (999, '2000-01-01', '\\x00', '\\x00', 'system', 'test.forged', 'developer', '1')`,
  )
  const { rows } = await client.query(
    `SELECT sequence < 999 AS numbered, at > now() - interval '1 minute' AS timed, hash = audit_entry_hash(e) AS sound
     FROM audit_entry e WHERE action = 'test.forged'`,
  )
  expect(rows).toEqual([{ numbered: true, timed: true, sound: true }])
})
