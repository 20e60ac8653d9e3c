import type { ClientBase } from 'pg'
import { SettingsError } from '@/lib/env'
import type { Feature } from '@/lib/feature'
import { features } from '@/lib/features'
import { nameByText } from '@/lib/statement'
import { grants, type ProcessRoles, parseGrant } from './grants'
import { inRetriedTransaction, type Session } from './transactions'

const environments = ['sandbox', 'production'] as const
type Environment = (typeof environments)[number]

type Policy = { table: string; name: string; role: string; sql: string }

const withEnvironment = list('byEnvironment')
const ofApplications = list('byApplication')
const ofFeed = list('ofFeed')

function list(kind: keyof NonNullable<Feature['rowSecurity']>): string[] {
  return features.flatMap(({ rowSecurity }) => rowSecurity?.[kind] ?? [])
}

/** The tables with rows of one environment that a gateway, or the feed, can reach directly. */
export const separatedTables = [...new Set([...withEnvironment, ...ofApplications, ...ofFeed])].sort()

/**
 * Which rows of a table are those of an environment. Within a policy, other tables are restricted for the
 * role as well.
 */
function rowsOf(environment: Environment, table: string): string {
  return withEnvironment.includes(table) || ofFeed.includes(table)
    ? `environment = '${environment}'`
    : `EXISTS (SELECT FROM application a WHERE a.id = ${table}.application_id)`
}

/**
 * Keeps the role of each environment's gateways, and the feed's to those of Production, where it has one that no other
 * process has. All other roles see every row as before; without such roles no table has row security.
 * Changes only the tables that differ, each in a transaction of its own: one that held several would deadlock with a
 * gateway's meters.
 * @throws SettingsError for a role that can see every row all the same
 */
export async function separateEnvironments(session: Session, roles: ProcessRoles): Promise<void> {
  const { client: owner } = session
  const { rows } = await owner.query('SELECT current_user AS name')
  const all = [...Object.values(roles), rows[0].name]
  const wanted = listPolicies(all, roles)
  const separated = wanted.map(({ role }) => role).filter((role) => role !== 'public')
  await refuseUnrestricted(owner, separated, all)
  const found = await readPolicies(owner)
  const secured = await readSecured(owner)
  const tables = [...separatedTables, ...found.map((policy) => policy.table), ...(await listBlind(owner))]
  for (const table of new Set(tables)) {
    const ofTable = (policies: Policy[]) => policies.filter((policy) => policy.table === table)
    const needed = ofTable(wanted)
    const statements = [
      ...ofTable(found)
        .filter((policy) => !needed.some((other) => isSame(policy, other)))
        .map(({ name }) => `DROP POLICY ${owner.escapeIdentifier(name)} ON ${table}`),
      ...(secured.has(table) === needed.length > 0
        ? []
        : [`ALTER TABLE ${table} ${needed.length > 0 ? 'ENABLE' : 'DISABLE'} ROW LEVEL SECURITY`]),
      ...needed
        .filter((policy) => !ofTable(found).some((other) => isSame(policy, other)))
        .map((policy) => writePolicy(owner, policy)),
    ]
    if (statements.length > 0)
      await inRetriedTransaction(session, `The row security of ${table}`, () =>
        owner.query(statements.join(';\n')),
      )
  }
}

/** Superusers, roles that bypass row security, and members of another role, who can take its place. */
async function refuseUnrestricted(owner: ClientBase, separated: string[], all: string[]): Promise<void> {
  const { rows } = await owner.query(
    `SELECT rolname AS name FROM pg_roles r WHERE rolname = ANY ($1) AND (rolbypassrls OR EXISTS (
       SELECT FROM pg_roles o WHERE o.rolname = ANY ($2) AND o.oid <> r.oid AND pg_has_role(r.oid, o.oid, 'MEMBER')))`,
    [separated, all],
  )
  if (rows.length === 0) return
  throw new SettingsError(
    `The database role ${rows[0].name} of one environment's gateways can see all rows: it is a superuser, has ` +
      'BYPASSRLS, or is a member of another of these roles. Connect these gateways with a role that is none of this.',
  )
}

function listPolicies(all: string[], roles: ProcessRoles): Policy[] {
  const gatewayTables = [...withEnvironment, ...ofApplications]
  const alone = [
    ...environments.map((environment) => ({
      label: environment,
      environment,
      role: roles[environment],
      tables: gatewayTables,
    })),
    { label: 'feed', environment: 'production' as const, role: roles.feed, tables: ofFeed },
  ].flatMap(({ role, ...rest }) =>
    role && all.filter((each) => each === role).length === 1 ? [{ role, ...rest }] : [],
  )
  return separatedTables.flatMap((table) => {
    const kept = alone.filter(({ tables }) => tables.includes(table))
    if (kept.length === 0) return []
    return [
      policy(table, 'everyone', 'public', 'TO ROLE USING (true)'),
      ...kept.map(({ label, environment, role }) =>
        policy(table, label, role, `AS RESTRICTIVE TO ROLE USING (${rowsOf(environment, table)})`),
      ),
    ]
  })
}

/** Its name says of which version it is; what it says is compared as well, as it may have been altered by hand. */
function policy(table: string, label: string, role: string, sql: string): Policy {
  return { table, name: nameByText(label, sql), sql, role }
}

async function readPolicies(owner: ClientBase): Promise<Policy[]> {
  const { rows } = await owner.query(
    `SELECT tablename AS table, policyname AS name, array_to_string(roles, ',') AS role,
       CASE WHEN permissive = 'RESTRICTIVE' THEN 'AS RESTRICTIVE ' ELSE '' END || CASE WHEN cmd <> 'ALL' THEN 'FOR ' || cmd || ' ' ELSE '' END
         || format('TO ROLE USING (%s)', qual) || coalesce(' WITH CHECK (' || with_check || ')', '') AS sql
     FROM pg_policies WHERE schemaname = 'public' AND policyname ~ '^(everyone|sandbox|production|feed)-'`,
  )
  return rows
}

async function readSecured(owner: ClientBase): Promise<Set<string>> {
  const { rows } = await owner.query(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relrowsecurity`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Tables whose row security someone enabled without a policy: no process sees a row. */
async function listBlind(owner: ClientBase): Promise<string[]> {
  const names = Object.values(grants).flatMap((ofProcess) =>
    ofProcess.flatMap((grant) => parseGrant(grant).names),
  )
  const { rows } = await owner.query(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1) AND relrowsecurity
       AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid)`,
    [names],
  )
  return rows.map(({ name }) => name)
}

function isSame(one: Policy, other: Policy): boolean {
  return one.name === other.name && one.role === other.role && bare(one) === bare(other)
}

/** Without what PostgreSQL adds when it shows a condition. */
function bare({ sql }: Policy): string {
  return sql.replace(/::\w+|[\s()]/g, '')
}

function writePolicy(owner: ClientBase, { table, name, role, sql }: Policy): string {
  const to = role === 'public' ? 'PUBLIC' : owner.escapeIdentifier(role)
  return `CREATE POLICY ${owner.escapeIdentifier(name)} ON ${table} ${sql.replace('ROLE', () => to)}`
}
