import type { ClientBase } from 'pg'
import type { Feature } from '@/lib/feature'
import { features } from '@/lib/features'
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

/** The privileges of each kind of process, table by table. */
export const grants: Record<keyof ProcessRoles, string[]> = {
  portal: list('portal'),
  gateway: list('gateways', 'sandbox', 'production'),
  sandbox: list('gateways', 'sandbox'),
  production: list('gateways', 'production'),
  worker: list('worker'),
  feed: list('feed'),
}

function list(...processes: (keyof NonNullable<Feature['grants']>)[]): string[] {
  return processes.flatMap((process) => features.flatMap(({ grants: each }) => each?.[process] ?? []))
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

type Queried = Pick<ClientBase, 'query'>

/**
 * The rights that the roles of these processes need together, of `grants`: `UPDATE table.column` for each column, also
 * where the right is one on the table, `EXECUTE function(types)` and `USAGE sequence`.
 */
export async function wantedRights(
  client: Queried,
  processes: readonly (keyof ProcessRoles)[],
): Promise<Set<string>> {
  const { rows: columns } = await client.query<{ table: string; name: string }>(
    `SELECT c.relname AS table, a.attname AS name ${ofTables}`,
  )
  const wanted = new Set(processes.includes('worker') ? ['USAGE graphile_worker'] : [])
  const functions: string[] = []
  for (const grant of processes.flatMap((process) => grants[process])) {
    const { kind, rights, names } = parseGrant(grant)
    if (kind === 'FUNCTION') functions.push(...names)
    else if (kind === 'SEQUENCE') for (const name of names) wanted.add(`USAGE ${name}`)
    else
      for (const { right, columns: only } of rights)
        for (const { table, name } of columns)
          if (names.includes(table) && (!only || only.includes(name))) wanted.add(`${right} ${table}.${name}`)
  }
  const { rows } = await client.query<{ name: string }>(
    `SELECT 'EXECUTE ' || coalesce(to_regprocedure(name)::text, name) AS name FROM unnest($1::text[]) name`,
    [functions],
  )
  for (const { name } of rows) wanted.add(name)
  return wanted
}

/**
 * The rights that a role has, in the same words. Of functions that need no right of their own, as they run with the
 * caller's, only those in `wanted`. `BYPASSRLS`, alone or with a table, where policies do not apply to it.
 */
export async function heldRights(
  client: Queried,
  role: string,
  wanted: ReadonlySet<string>,
): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(selectHeld, [role, [...wanted]])
  return new Set(rows.map(({ name }) => name))
}

const ofTables = `
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND a.attnum > 0 AND NOT a.attisdropped`

const selectHeld = `
  WITH columns AS (SELECT c.oid, c.relname || '.' || a.attname AS name, a.attnum ${ofTables})
  SELECT privilege || ' ' || name AS name FROM columns, unnest('{SELECT,INSERT,UPDATE,REFERENCES}'::text[]) privilege
  WHERE has_column_privilege($1, oid, attnum, privilege)
  UNION ALL
  SELECT privilege || ' ' || name FROM columns, unnest('{DELETE,TRUNCATE,TRIGGER}'::text[]) privilege
  WHERE has_table_privilege($1, oid, privilege)
  UNION ALL
  SELECT 'EXECUTE ' || oid::regprocedure FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype
    AND (prosecdef OR 'EXECUTE ' || oid::regprocedure = ANY ($2)) AND has_function_privilege($1, oid, 'EXECUTE')
  UNION ALL
  SELECT 'USAGE ' || relname FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND CASE relkind WHEN 'S' THEN has_sequence_privilege($1, oid, 'USAGE') ELSE false END
  UNION ALL
  SELECT 'BYPASSRLS' FROM pg_roles WHERE rolname = $1 AND rolbypassrls
  UNION ALL
  SELECT 'BYPASSRLS ' || relname FROM pg_class
  WHERE NOT relrowsecurity AND oid IN (SELECT polrelid FROM pg_policy) AND has_any_column_privilege($1, oid, 'SELECT')
  UNION ALL
  SELECT 'USAGE ' || nspname FROM pg_namespace
  WHERE nspname = 'graphile_worker' AND has_schema_privilege($1, oid, 'USAGE')`
