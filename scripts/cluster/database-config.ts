import { superuser } from '../postgres/cluster'
import { databaseName, type Passwords, roleNames } from '../postgres/roles'
import type { ClusterPorts } from './ports'

/** What the two PostgreSQL know each other by. */
export type DatabasePasswords = { superuser: string; replicator: string; rewind: string }

type PatroniInput = {
  index: number
  ports: ClusterPorts
  /** where this member's data and sockets are */
  folder: string
  binaries: string
  passwords: DatabasePasswords
}

/** Names of Patroni's members. */
export function memberName(index: number): string {
  return `database-${index + 1}`
}

/**
 * Patroni's configuration (YAML reads JSON). The standby is synchronous: what is acknowledged is on both. A primary that
 * goes silent is replaced after `ttl` seconds, one that only crashed at once.
 */
export function patroniConfig({ index, ports, folder, binaries, passwords }: PatroniInput): string {
  const own = (port: number | undefined) => `127.0.0.1:${port}`
  const listen = own(ports.databases[index])
  const api = own(ports.patroni[index])
  const role = (username: string, password: string) => ({ username, password })
  return JSON.stringify(
    {
      scope: 'guichet',
      name: memberName(index),
      restapi: { listen: api, connect_address: api },
      etcd3: { host: own(ports.etcd) },
      bootstrap: {
        dcs: {
          ttl: 10,
          loop_wait: 1,
          retry_timeout: 3,
          synchronous_mode: true,
          // Without etcd the primary goes on as long as the standby agrees that it is.
          failsafe_mode: true,
          primary_start_timeout: 0,
          postgresql: {
            use_pg_rewind: true,
            use_slots: true,
            parameters: {
              // Gateways keep their connections to a standby that became the primary for a minute.
              max_connections: 150,
              // What is written waits no longer for a standby that hangs; PostgreSQL's own minute is long for callers.
              wal_sender_timeout: '5s',
              wal_keep_size: '128MB',
              max_wal_size: '256MB',
              min_wal_size: '80MB',
            },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen,
        connect_address: listen,
        data_dir: `${folder}/data`,
        bin_dir: binaries,
        pgpass: `${folder}/pgpass`,
        authentication: {
          superuser: role(superuser, passwords.superuser),
          replication: role('replicator', passwords.replicator),
          rewind: role('rewind', passwords.rewind),
        },
        // Its own log collector: whoever started it may be killed.
        parameters: {
          unix_socket_directories: folder,
          logging_collector: 'on',
          log_directory: 'log',
          timezone: 'UTC',
        },
        pg_hba: [
          'local all all scram-sha-256',
          'host all all 127.0.0.1/32 scram-sha-256',
          'host replication replicator 127.0.0.1/32 scram-sha-256',
        ],
        create_replica_methods: ['basebackup'],
        basebackup: [{ checkpoint: 'fast' }],
      },
    },
    null,
    2,
  )
}

/** PgBouncer in transaction mode before the primary, for the portals. After a failover it tries again every second. */
export function poolerConfig(ports: ClusterPorts, folder: string): string {
  return `[databases]
${databaseName} = host=127.0.0.1 port=${ports.primary} dbname=${databaseName}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pooler}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/userlist.txt
pool_mode = transaction
default_pool_size = 16
max_client_conn = 500
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
tcp_keepalive = 1
tcp_keepidle = 10
tcp_keepintvl = 3
tcp_keepcnt = 3
log_connections = 0
log_disconnections = 0
`
}

/** Who may come through PgBouncer: the portals' role alone. In clear, as it signs in to PostgreSQL with it. */
export function poolerUsers(passwords: Passwords): string {
  return `"${roleNames.portal}" "${passwords.portal}"\n`
}
