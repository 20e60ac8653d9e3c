import type { ClientBase } from 'pg'
import { grants, type ProcessRoles, parseGrant } from './grants'

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
  const { rows } = await client.query<{ name: string }>(held, [role, [...wanted]])
  return new Set(rows.map(({ name }) => name))
}

const ofTables = `
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND a.attnum > 0 AND NOT a.attisdropped`

const held = `
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
