import type { ClientBase } from 'pg'
import { inRetriedTransaction, type Session } from './transactions'

/**
 * The login roles of the kinds of process: `gateway` is that of both environments, `sandbox` and `production`
 * those of one each, in place of it. A role that all share, or the owner's, is not restricted.
 */
export type ProcessRoles = {
  portal: string
  gateway?: string
  sandbox?: string
  production?: string
  worker: string
  feed?: string
}

const everyGateway = [
  'SELECT (id, environment, state, client_id, access, owner_suspended, rate_limit) ON application',
  'SELECT (client_authentication, allowed_networks, rehearsal_id) ON application',
  'SELECT (id, endpoint, starts_at, sunset_on, published_at, withdrawn_at) ON announcement',
  'SELECT (id, application_id, secret_hash, hash_key_id, retires_at, revoked_at, last_used_at, proof) ON client_secret',
  'UPDATE (last_used_at, last_used_address) ON client_secret, client_key',
  'SELECT (id, application_id, kid, algorithms, public_key, last_used_at) ON client_key',
  'SELECT (key_hash), INSERT ON single_use',
  'SELECT ON access_token, wallet_account, account_grant, rights_counter, rights_change, _prisma_migrations',
  'UPDATE (expires_at) ON access_token',
  'EXECUTE ON FUNCTION mint_access_token(uuid, bigint, bytea, text, bytea, interval, boolean)',
  'EXECUTE ON FUNCTION mint_access_tokens(uuid[], bigint[], bytea[], text[], bytea[], interval)',
  'SELECT, INSERT, UPDATE ON usage_minute',
  'SELECT, INSERT ON usage_flush',
  'INSERT ON recent_call, operator_alert',
  'USAGE ON SEQUENCE recent_call_id_seq',
]

/** Test accounts and rehearsals. */
const sandboxOnly = [
  'SELECT ON test_account',
  'EXECUTE ON FUNCTION describe_test_account(test_account), change_test_accounts(uuid[], jsonb[])',
  'EXECUTE ON FUNCTION take_test_account_faults(uuid[], bigint[]), count_rehearsal_calls(uuid[])',
  'EXECUTE ON FUNCTION count_rehearsal_calls(uuid[], environment), miss_rehearsal_call(uuid, environment)',
  'EXECUTE ON FUNCTION start_rehearsal_by_program(uuid, uuid), end_rehearsal_by_program(uuid), read_rehearsal(uuid)',
  'EXECUTE ON FUNCTION miss_rehearsal_call(uuid), read_rehearsal(uuid, text)',
]

/** Allowed networks. */
const productionOnly = ['EXECUTE ON FUNCTION count_networks(uuid[], date[], text[], bigint[])']

/** The privileges of each kind of process, table by table: the minimum, and the list that the tests compare. */
export const grants: Record<keyof ProcessRoles, string[]> = {
  portal: [
    'SELECT, INSERT, UPDATE ON developer, email_link, session, totp_factor, throttle, application, submission',
    'SELECT, INSERT, UPDATE ON submission_requirement, requirement, document, client_secret',
    'SELECT, INSERT ON document_chunk, decision, submission_message, state_transition, audit_entry, mail_message',
    'SELECT, DELETE ON audit_address',
    'SELECT, INSERT, DELETE ON refused_sign_in',
    'SELECT, INSERT ON application_participant, organisation_transition',
    'SELECT, INSERT, UPDATE ON organisation',
    'SELECT ON application_team',
    'SELECT, INSERT, UPDATE, DELETE ON application_member, application_invitation',
    'UPDATE (last_used_at) ON personal_access_key',
    'SELECT, INSERT, DELETE ON personal_access_key, account_grant, recovery_code, passkey, passkey_challenge, upload_chunk, sign_in_identity',
    'UPDATE (last_used_at) ON sign_in_identity',
    'SELECT, INSERT, UPDATE, DELETE ON provider_session',
    'SELECT, INSERT ON single_use',
    'SELECT, INSERT, UPDATE, DELETE ON idempotency_key',
    'SELECT, INSERT, DELETE ON client_key',
    'UPDATE (last_used_address) ON client_key',
    'SELECT, INSERT, UPDATE ON limit_request, network_request, announcement',
    'SELECT, DELETE ON network_day',
    'SELECT, INSERT, DELETE ON announcement_recipient',
    'SELECT, INSERT, DELETE, UPDATE (events, disabled_at, disabled_reason, failing_since) ON webhook_endpoint',
    'SELECT, INSERT, DELETE, UPDATE (expires_at) ON webhook_secret',
    'SELECT, INSERT ON webhook_event',
    'SELECT, INSERT, UPDATE (attempts, next_attempt_at, delivered_at) ON webhook_delivery',
    'SELECT ON webhook_attempt',
    'SELECT, UPDATE (report, finished_at, ended_at, end_reason) ON rehearsal',
    'SELECT, INSERT, UPDATE ON rehearsal_case',
    'SELECT, INSERT, UPDATE, DELETE ON certificate_link',
    'EXECUTE ON FUNCTION start_rehearsal(uuid, uuid), end_rehearsal(uuid), describe_rehearsal(rehearsal)',
    'EXECUTE ON FUNCTION describe_rehearsal(rehearsal, boolean)',
    'UPDATE (counter, last_used_at) ON passkey',
    'SELECT, INSERT, UPDATE, DELETE ON test_account',
    'EXECUTE ON FUNCTION lock_test_accounts(uuid[]), describe_test_account(test_account)',
    'EXECUTE ON FUNCTION change_test_accounts(uuid[], jsonb[])',
    'UPDATE (used_at) ON recovery_code',
    'SELECT, INSERT, UPDATE, DELETE ON branding',
    'SELECT, INSERT ON terms_version',
    'SELECT, INSERT, DELETE ON terms_acceptance',
    'SELECT, INSERT, UPDATE, DELETE ON terms_reminder',
    'UPDATE (voided_at) ON decision',
    'UPDATE (to_address, props_ciphertext, status, attempts, last_error, next_attempt_at) ON mail_message',
    'UPDATE (resolved_at, resolved_by_id) ON operator_alert',
    'UPDATE (address) ON recent_call',
    'SELECT, INSERT, UPDATE, DELETE ON decision_draft, approved_access, reason_template, upload_window',
    'DELETE ON totp_factor, throttle',
    'SELECT, UPDATE (expires_at) ON access_token',
    'SELECT ON wallet_account, usage_minute, usage_history, recent_call, operator_alert, service_day, _prisma_migrations',
    'SELECT ON removed_account, account_import, command_run',
    'SELECT ON feed_position, feed_minute, feed_sender, refused_change',
    'UPDATE (paused_at, paused_reason, refused_in_a_row) ON feed_sender',
    'UPDATE (retry_at), DELETE ON refused_change',
    'DELETE ON feed_position',
    'INSERT (environment, source, state, requested_by_id, upload_id, encryption_key_id, size, options) ON account_import',
    'USAGE ON SEQUENCE account_import_id_seq',
    'EXECUTE ON FUNCTION usage_of(uuid[], timestamptz, timestamptz), usage_of(uuid, timestamptz, timestamptz)',
    'EXECUTE ON FUNCTION discard_replaced_document(uuid)',
    'EXECUTE ON FUNCTION enqueue_job(text, jsonb, timestamptz, text)',
  ],
  gateway: [...everyGateway, ...sandboxOnly, ...productionOnly],
  sandbox: [...everyGateway, ...sandboxOnly],
  production: [...everyGateway, ...productionOnly],
  worker: [
    'SELECT ON branding',
    'SELECT ON developer, requirement, submission_requirement, document, command_run, _prisma_migrations',
    'SELECT, INSERT, UPDATE, DELETE ON wallet_account, removed_account, waiting_details',
    'SELECT, DELETE ON account_grant, refused_change, feed_minute',
    'SELECT ON feed_sender, feed_position',
    'SELECT, UPDATE, DELETE ON account_import',
    'EXECUTE ON FUNCTION stage_accounts()',
    'EXECUTE ON FUNCTION sort_staged_accounts(), discard_staged_import(interval)',
    'EXECUTE ON FUNCTION discard_staged_import(interval, environment)',
    'SELECT, UPDATE ON application, organisation, submission, client_secret, mail_message',
    'UPDATE (expires_at) ON access_token',
    'SELECT ON application_member, application_participant, application_team, decision',
    'UPDATE (voided_at) ON decision',
    'SELECT, INSERT ON state_transition, organisation_transition, audit_entry',
    'UPDATE (verdict, verdict_reason) ON submission_requirement',
    'SELECT, DELETE ON audit_address, refused_sign_in',
    // For the previous version alone, as is audit_stream.
    'UPDATE (sent_at) ON refused_sign_in',
    'INSERT ON mail_message',
    'SELECT, DELETE ON application_invitation',
    'SELECT ON announcement',
    'SELECT, DELETE ON announcement_recipient',
    'SELECT, DELETE ON webhook_endpoint',
    'UPDATE (disabled_at, disabled_reason, failing_since, claimed_until, attempted_at) ON webhook_endpoint',
    'UPDATE (delivered_sequence, delivered_refusal) ON webhook_endpoint',
    'SELECT, INSERT, DELETE, UPDATE (attempts, next_attempt_at, delivered_at) ON webhook_delivery',
    'SELECT, INSERT ON webhook_attempt',
    'SELECT, INSERT, DELETE ON webhook_event',
    'SELECT, DELETE ON webhook_secret',
    'SELECT, DELETE ON personal_access_key',
    'SELECT, DELETE ON email_link, session, access_token, throttle, mail_message, document_chunk, upload_chunk',
    'SELECT, DELETE ON decision_draft, approved_access, upload_window, passkey_challenge, provider_session, single_use, idempotency_key',
    'UPDATE (purged_at) ON document',
    'SELECT, DELETE ON recent_call, operator_alert, usage_flush, network_day, rehearsal',
    'UPDATE (report, finished_at, ended_at, end_reason) ON rehearsal',
    'SELECT ON rehearsal_case, certificate_link',
    'EXECUTE ON FUNCTION describe_rehearsal(rehearsal), describe_rehearsal(rehearsal, boolean)',
    'SELECT ON usage_minute',
    'SELECT, INSERT, UPDATE, DELETE ON usage_hour, usage_day',
    'SELECT, INSERT, UPDATE ON usage_rollup, audit_stream',
    'EXECUTE ON FUNCTION prepare_usage_partitions(integer)',
    'EXECUTE ON FUNCTION drop_usage_partition(timestamptz)',
    'EXECUTE ON FUNCTION prune_unactivated(integer)',
    'SELECT, INSERT, UPDATE ON traffic_hint_mail',
    'SELECT, INSERT, UPDATE, DELETE ON service_day',
    'UPDATE (handled_at) ON operator_alert',
    'EXECUTE ON FUNCTION enqueue_job(text, jsonb, timestamptz, text)',
  ],
  feed: [
    'SELECT, INSERT, UPDATE, DELETE ON wallet_account, removed_account, waiting_details',
    'SELECT, INSERT, UPDATE, DELETE ON feed_position, refused_change',
    'SELECT, INSERT, UPDATE ON feed_sender, feed_minute',
    'USAGE ON SEQUENCE refused_change_id_seq, account_import_id_seq',
    'SELECT, INSERT, UPDATE (as_of, ended_at) ON account_import',
    'INSERT ON audit_entry',
    'SELECT ON _prisma_migrations',
    'EXECUTE ON FUNCTION delete_account_grants(bigint[])',
  ],
}

/** One entry of {@link grants}: rights, each on all columns or on some, on tables, functions or sequences. */
export function parseGrant(grant: string) {
  const [, rights = '', kind = 'TABLE', names = ''] =
    /^(.*?) ON (?:(FUNCTION|SEQUENCE) )?(.*)$/.exec(grant) ?? []
  return {
    kind: kind as 'TABLE' | 'FUNCTION' | 'SEQUENCE',
    rights: [...rights.matchAll(/([A-Z]+)(?: \(([^)]*)\))?/g)].map(([, right = '', columns]) => ({
      right,
      columns: columns?.split(', '),
    })),
    names: names.split(kind === 'FUNCTION' ? /(?<=\)), / : ', '),
  }
}

/**
 * A right of a role on an object, both as `GRANT` has them: `UPDATE (name)`, `TABLE public.application`; with `*` if
 * the role may pass it on.
 */
type Access = { object: string; role: string; right: string }

/**
 * Grants each process's role the privileges in {@link grants}, and revokes all others that an earlier version
 * granted, or someone by hand, also to everyone. Only the owner of the database may create temporary tables. Run by
 * the owner of the tables after every migration. The owner itself and superusers are not affected. Changes only what
 * differs, each object in a transaction of its own.
 */
export async function applyGrants(session: Session, roles: ProcessRoles): Promise<void> {
  const { client: owner } = session
  const { rows } = await owner.query('SELECT current_user AS name')
  const named = Object.entries(roles).filter(([, role]) => role && role !== rows[0].name)
  const wanted = await listWanted(owner, named as [keyof ProcessRoles, string][])
  const ours = new Set(wanted.map((access) => access.object))
  const held = (await readHeld(owner, [...new Set(named.map(([, role]) => role))])).filter(
    ({ object, role }) => role !== everyone || ours.has(object) || object.startsWith('DATABASE '),
  )
  for (const object of new Set([...wanted, ...held].map((access) => access.object))) {
    const statements = writeChanges(owner, object, wanted, held)
    if (statements.length > 0)
      await inRetriedTransaction(session, `The rights on ${object}`, () =>
        owner.query(statements.join(';\n')),
      )
  }
  if (roles.worker && roles.worker !== rows[0].name) await openQueue(session, roles.worker)
}

async function listWanted(owner: ClientBase, named: [keyof ProcessRoles, string][]): Promise<Access[]> {
  const listed = named.flatMap(([process, role]) => [
    { object: 'SCHEMA public', role, right: 'USAGE' },
    ...grants[process].map(parseGrant).flatMap(({ kind, rights, names }) =>
      names.flatMap((name) =>
        rights.flatMap(({ right, columns }) =>
          (columns?.map((column) => `${right} (${column})`) ?? [right]).map((each) => {
            return { object: kind === 'FUNCTION' ? name : `${kind} public.${name}`, role, right: each }
          }),
        ),
      ),
    ),
  ])
  const { rows: functions } = await owner.query<{ name: string; found: string }>(
    `SELECT name, 'FUNCTION ' || coalesce(to_regprocedure(name)::text, name) AS found FROM unnest($1::text[]) name`,
    [[...new Set(listed.map(({ object }) => object))].filter((object) => object.endsWith(')'))],
  )
  const canonical = new Map(functions.map(({ name, found }) => [name, found]))
  const { rows: ofQueue } = await owner.query<Omit<Access, 'role'>>(rightsOfQueue)
  return [
    ...listed.map((access) => ({ ...access, object: canonical.get(access.object) ?? access.object })),
    ...named
      .filter(([process]) => process === 'worker')
      .flatMap(([, role]) => ofQueue.map((access) => ({ ...access, role }))),
  ]
}

const relations = `
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || format('%I.%I', nspname, relname) AS object, c.*, nspname
  FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
  WHERE nspname IN ('public', 'graphile_worker') AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')`

/** All rights, which are those that an owner has by default. */
const rightsOfQueue = `
  SELECT object, privilege_type AS right FROM (${relations}) c,
    aclexplode(acldefault((CASE relkind WHEN 'S' THEN 's' ELSE 'r' END)::"char", relowner))
  WHERE nspname = 'graphile_worker'
  UNION ALL SELECT 'FUNCTION ' || p.oid::regprocedure, 'EXECUTE'
  FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace WHERE nspname = 'graphile_worker' AND prokind <> 'p'
  UNION ALL SELECT 'SCHEMA graphile_worker', 'USAGE'`

/** PostgreSQL reserves the word, so that no role has it. */
const everyone = 'public'

/**
 * What these roles and everyone have. Connecting, and what everyone may do in a schema, is the operator's to decide. Of
 * a database that was never changed, everyone may create temporary tables; only its owner can change that, for anyone
 * else it is a warning, and the doctor reports it.
 */
async function readHeld(owner: ClientBase, names: (string | undefined)[]): Promise<Access[]> {
  const { rows } = await owner.query<Access>(
    `SELECT object, coalesce(rolname, '${everyone}') AS role,
       privilege_type || coalesce(' (' || of || ')', '') || CASE WHEN is_grantable THEN '*' ELSE '' END AS right
     FROM (
       SELECT object, NULL AS of, relacl AS acl FROM (${relations}) c
       UNION ALL SELECT object, attname, attacl FROM (${relations}) c JOIN pg_attribute ON attrelid = c.oid
       UNION ALL SELECT 'FUNCTION ' || p.oid::regprocedure, NULL, proacl
       FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace WHERE nspname IN ('public', 'graphile_worker') AND prokind <> 'p'
       UNION ALL SELECT 'SCHEMA ' || nspname, NULL, nspacl FROM pg_namespace WHERE nspname IN ('public', 'graphile_worker')
       UNION ALL SELECT format('DATABASE %I', datname), NULL, coalesce(datacl, acldefault('d', datdba))
       FROM pg_database WHERE datname = current_database()
     ) objects, aclexplode(acl) LEFT JOIN pg_roles r ON r.oid = grantee
     WHERE (rolname = ANY ($1) OR grantee = 0 AND object NOT LIKE 'SCHEMA %') AND privilege_type <> 'CONNECT'`,
    [names],
  )
  return rows
}

/** Of the roles whose rights on the object differ. */
function writeChanges(owner: ClientBase, object: string, wanted: Access[], held: Access[]): string[] {
  const of = (list: Access[], role: string) =>
    [
      ...new Set(
        list.filter((each) => each.object === object && each.role === role).map(({ right }) => right),
      ),
    ]
      .sort()
      .join(', ')
  return [...new Set([...wanted, ...held].map(({ role }) => role))]
    .map((role) => ({
      to: role === everyone ? 'PUBLIC' : owner.escapeIdentifier(role),
      rights: of(wanted, role),
      found: of(held, role),
    }))
    .filter(({ rights, found }) => rights !== found)
    .flatMap(({ to, rights, found }) => [
      // With what the role passed on.
      ...(found ? [`REVOKE ${found.replaceAll('*', '')} ON ${object} FROM ${to} CASCADE`] : []),
      ...(rights ? [`GRANT ${rights} ON ${object} TO ${to}`] : []),
    ])
}

/** The queue's tables have row security without a policy: only their owner, and now the worker, can access them. */
async function openQueue(session: Session, worker: string): Promise<void> {
  const { client: owner } = session
  const { rows } = await owner.query(
    `SELECT relname FROM pg_class c WHERE relnamespace = 'graphile_worker'::regnamespace AND relrowsecurity
       AND NOT EXISTS (SELECT FROM pg_policy p JOIN pg_roles r ON p.polroles = ARRAY[r.oid]
         WHERE polrelid = c.oid AND polname = 'worker' AND rolname = $1)`,
    [worker],
  )
  for (const { relname } of rows) {
    const table = `graphile_worker.${owner.escapeIdentifier(relname)}`
    await inRetriedTransaction(session, `The row security of ${table}`, async () => {
      await owner.query(`DROP POLICY IF EXISTS worker ON ${table}`)
      await owner.query(
        `CREATE POLICY worker ON ${table} TO ${owner.escapeIdentifier(worker)} USING (true) WITH CHECK (true)`,
      )
    })
  }
}
