import type { ClientBase } from 'pg'

// Settings of roles, and never of a session: in transaction mode a pooler hands what one client has set to the next.

/** For a role that gateways share with another process: a statement ends soon after the connection that sent it. */
export const sharedSettings = { client_connection_check_interval: '1s' }

/**
 * For a role of gateways alone. Statements end themselves shortly after a gateway has given them up. Gateways run the
 * same few statements of index probes: planning them again, or memoising probes that do not recur, costs more than it
 * saves.
 */
export const gatewaySettings = {
  ...sharedSettings,
  statement_timeout: '2s',
  plan_cache_mode: 'force_generic_plan',
  enable_memoize: 'off',
}

export type RoleSettings = Record<string, string>

/** The statements, for an operator too. */
export function writeRoleSettings(role: string, settings: RoleSettings): string[] {
  return Object.entries(settings).map(([name, value]) => `ALTER ROLE ${role} SET ${name} = '${value}'`)
}

/**
 * Sets them for new sessions of `role`, which every role may do for itself.
 * @param client as that role, or as a superuser
 */
export async function setRoleSettings(
  client: ClientBase,
  role: string,
  settings: RoleSettings,
): Promise<void> {
  for (const statement of writeRoleSettings(client.escapeIdentifier(role), settings))
    await client.query(statement)
}
