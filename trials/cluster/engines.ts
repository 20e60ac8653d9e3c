import { join } from 'node:path'
import type { ProcessPlan } from '@/scripts/launch/start/supervise'
import { memberName } from './database-config'
import type { ClusterFolders } from './folders'
import type { Programs } from './packages'
import { type ClusterPorts, members } from './ports'

/** The engines underneath the product, in starting order. They run as the user that PostgreSQL runs as. */
export function planEngines(
  { place }: ClusterFolders,
  ports: ClusterPorts,
  programs: Programs,
): ProcessPlan[] {
  const user = place.user ?? undefined
  const inFolder = (name: string) => join(place.folder, name)
  const address = (port: number) => `http://127.0.0.1:${port}`
  const onPort = (port: number) => `127.0.0.1:${port}`
  const haproxy = (name: string, title: string, ready: string, env: Record<string, string>): ProcessPlan => ({
    name,
    title,
    user,
    env,
    ready,
    program: programs.haproxy,
    args: ['-db', '-f', inFolder(`${name}.cfg`)],
  })
  return [
    {
      name: 'etcd',
      title: 'etcd',
      user,
      env: {},
      ready: `${address(ports.etcd)}/health`,
      program: programs.etcd,
      args: etcdArguments(inFolder('etcd'), address(ports.etcd), address(ports.etcdPeers)),
    },
    {
      name: 'redis',
      title: 'Redis',
      user,
      env: {},
      ready: `tcp://127.0.0.1:${ports.redis}`,
      program: programs['redis-server'],
      args: ['--port', String(ports.redis), '--bind', '127.0.0.1', '--dir', inFolder('redis')].concat([
        '--save',
        '',
        '--appendonly',
        'no',
      ]),
    },
    ...Array.from(
      { length: members.databases },
      (_, index): ProcessPlan => ({
        name: memberName(index),
        title: `PostgreSQL ${index + 1}`,
        user,
        env: { LC_ALL: 'C.UTF-8', HOME: place.folder },
        ready: `${address(ports.patroni[index] as number)}/health`,
        program: programs.patroni,
        args: [inFolder(`${memberName(index)}.json`)],
      }),
    ),
    haproxy('primary', 'The way to the primary', `tcp://${onPort(ports.primary)}`, {
      PRIMARY: onPort(ports.primary),
      ...Object.fromEntries(
        ports.databases.flatMap((port, index) => [
          [`DATABASE_${index + 1}`, onPort(port)],
          [`PATRONI_${index + 1}`, String(ports.patroni[index])],
        ]),
      ),
    }),
    {
      name: 'pooler',
      title: 'PgBouncer',
      user,
      env: {},
      ready: `tcp://127.0.0.1:${ports.pooler}`,
      program: programs.pgbouncer,
      args: [inFolder('pgbouncer.ini')],
    },
    haproxy('proxy', 'The proxy', `${address(ports.proxyHealth)}/`, {}),
  ]
}

/** A single member, as the witness: three would share this machine, and fail with it all the same. */
function etcdArguments(folder: string, clients: string, peers: string): string[] {
  return [
    '--name',
    'witness',
    '--data-dir',
    folder,
    '--listen-client-urls',
    clients,
    '--advertise-client-urls',
    clients,
    '--listen-peer-urls',
    peers,
    '--initial-advertise-peer-urls',
    peers,
    '--initial-cluster',
    `witness=${peers}`,
    '--logger',
    'zap',
    '--log-level',
    'warn',
    '--auto-compaction-retention',
    '1h',
  ]
}
