import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { superuser } from '@/scripts/launch/postgres/cluster'
import { type Passwords, roleNames } from '@/scripts/launch/postgres/roles'
import { projectRoot } from '@/scripts/launch/root'
import type { ClusterPorts } from './ports'

/** The shared credentials of the two PostgreSQL servers. */
export type DatabasePasswords = { superuser: string; replicator: string }

type PatroniInput = {
  index: number
  ports: ClusterPorts
  /** the folder of this member's data and sockets */
  folder: string
  binaries: string
  passwords: DatabasePasswords
}

/** HAProxy's route to the primary; its ports and folders are in its environment. */
export function primaryConfig(): string {
  return readEngineFile('primary.cfg')
}

/** Names of Patroni's members. */
export function memberName(index: number): string {
  return `database-${index + 1}`
}

/** Patroni's configuration for containers, with this member's own paths and ports instead (YAML reads JSON). */
export function patroniConfig({ index, ports, folder, binaries, passwords }: PatroniInput): string {
  const own = (port: number | undefined) => `127.0.0.1:${port}`
  const listen = own(ports.databases[index])
  const api = own(ports.patroni[index])
  const role = (username: string, password: string) => ({ username, password })
  const { bootstrap, postgresql, ...others } = parse(readEngineFile('patroni.yml'))
  // The roles are created at every start, as keys may have changed.
  const { post_init: _, ...made } = bootstrap
  return JSON.stringify(
    {
      ...others,
      name: memberName(index),
      restapi: { listen: api, connect_address: api },
      etcd3: { host: own(ports.etcd) },
      bootstrap: made,
      postgresql: {
        ...postgresql,
        listen,
        connect_address: listen,
        data_dir: `${folder}/data`,
        bin_dir: binaries,
        pgpass: `${folder}/pgpass`,
        authentication: {
          superuser: role(superuser, passwords.superuser),
          replication: role('replicator', passwords.replicator),
        },
        // Its own log collector: the process that started it may be killed.
        parameters: {
          ...postgresql.parameters,
          unix_socket_directories: folder,
          logging_collector: 'on',
          log_directory: 'log',
        },
      },
    },
    null,
    2,
  )
}

/** PgBouncer's configuration for a container, with this cluster's paths and ports. */
export function poolerConfig(ports: ClusterPorts, folder: string): string {
  const places = {
    'host=primary port=5432': `host=127.0.0.1 port=${ports.primary}`,
    'listen_addr = *': 'listen_addr = 127.0.0.1',
    'listen_port = 5432': `listen_port = ${ports.pooler}`,
    '/tmp/users.txt': `${folder}/userlist.txt`,
  }
  let text = readEngineFile('pgbouncer.ini')
  for (const [theirs, ours] of Object.entries(places)) {
    if (!text.includes(theirs)) throw new Error(`ops/engines/pgbouncer.ini lacks "${theirs}".`)
    text = text.replace(theirs, ours)
  }
  return text
}

/** The only role that may use PgBouncer: the portals'. In clear text, as PgBouncer signs in to PostgreSQL with it. */
export function poolerUsers(passwords: Passwords): string {
  return `"${roleNames.portal}" "${passwords.portal}"\n`
}

function readEngineFile(name: string): string {
  return readFileSync(join(projectRoot, 'ops/engines', name), 'utf8')
}
