import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Place } from '@/scripts/launch/postgres/place'
import { findPostmaster } from '@/scripts/launch/postgres/postmaster'
import { projectRoot } from '@/scripts/launch/root'
import { readCompose } from './compose-services'

/** The engines of compose.yaml as processes of this machine. */
export type Engines = {
  /** Where `service` listens for port `port` of its container. */
  portOf(service: string, port: number): { host: string; port: number }
  /** Ends a service and all processes it started, as if its container were lost. */
  kill(service: string): void
  stop(): void
}

const engines = ['etcd', 'database-1', 'database-2', 'primary', 'pooler']
const ports = [5432, 8008, 2379, 2380]
const source = join(projectRoot, 'ops/engines')

/**
 * Starts compose.yaml's database services, each at its own address (127.0.0.0/8 is this machine) and with a folder
 * instead of its container's file system.
 * @param place the parent folder, and the user of the processes, as PostgreSQL refuses root
 * @param firstPort the first of four free ones
 * @param values of the variables that `.env` would hold, and of the files of secrets
 */
export function startEngines(place: Place, firstPort: number, values: Record<string, string>): Engines {
  const all = Object.entries(readCompose(values)).filter(([name]) => engines.includes(name))
  const hosts = new Map(all.map(([name], index) => [name, `127.28.${firstPort % 250}.${index + 1}`]))
  const folderOf = (name: string) => join(place.folder, name)
  const children = new Map<string, ChildProcess>()
  for (const [name, { command, environment, secrets = [] }] of all) {
    const translate = translator(name, folderOf(name), hosts, firstPort)
    makeFolders(folderOf(name), place, translate)
    writeSecrets(folderOf(name), secrets, values)
    const [program = '', ...args] = command.map(translate)
    const env = Object.entries(environment).map(([key, value]) => [key, translate(value)])
    const child = spawn(program, args, {
      ...(place.user ?? {}),
      cwd: folderOf(name),
      env: {
        ...Object.fromEntries(env),
        HOME: folderOf(name),
        PATH: path(),
        LC_ALL: 'C.UTF-8',
        NODE_ENV: 'test',
      },
      stdio: 'ignore',
      detached: true,
    })
    children.set(
      name,
      child.on('error', () => {}),
    )
  }
  const kill = (name: string) => killAll(children.get(name), join(folderOf(name), 'data/postgres'))
  return {
    portOf: (name, port) => ({ host: hosts.get(name) as string, port: firstPort + ports.indexOf(port) }),
    kill,
    stop: () => engines.forEach(kill),
  }
}

/** Replaces a container's paths, addresses and ports in a text of `name` with the local ones, in one pass. */
function translator(name: string, folder: string, hosts: Map<string, string>, firstPort: number) {
  const host = (service: string) => hosts.get(service) as string
  const table: Record<string, string> = {
    ...{
      '0.0.0.0': host(name),
      '127.0.0.1:': `${host(name)}:`,
      'listen_addr = *': `listen_addr = ${host(name)}`,
    },
    ...{ '172.30.0.11': host('database-1'), '172.30.0.12': host('database-2') },
    ...{ 'etcd:': `${host('etcd')}:`, 'host=primary': `host=${host('primary')}` },
    ...Object.fromEntries(ports.map((port, index) => [port, String(firstPort + index)])),
    ...Object.fromEntries(
      ['/etc/guichet', '/run/secrets', '/data', '/tmp'].map((path) => [path, join(folder, path)]),
    ),
  }
  const keys = Object.keys(table).map((key) => key.replace(/[.*]/g, '\\$&'))
  const pattern = new RegExp(keys.join('|'), 'g')
  return (text: string) => text.replace(pattern, (word) => table[word] as string)
}

/** PostgreSQL does not end with Patroni. */
function killAll(child: ChildProcess | undefined, data: string): void {
  for (const pid of [child?.pid ? -child.pid : undefined, findPostmaster(data)?.pid])
    try {
      if (pid) process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
}

/** What its container finds below `/etc/guichet`, and the two folders that it may write to. */
function makeFolders(folder: string, { user }: Place, translate: (text: string) => string): void {
  for (const name of ['data', 'tmp', 'etc/guichet']) mkdirSync(join(folder, name), { recursive: true })
  if (user) for (const name of ['data', 'tmp']) chownSync(join(folder, name), user.uid, user.gid)
  for (const file of readdirSync(source)) {
    const text = translate(readFileSync(join(source, file), 'utf8'))
    writeFileSync(join(folder, 'etc/guichet', file), text, { mode: 0o755 })
  }
}

function writeSecrets(folder: string, names: string[], values: Record<string, string>): void {
  mkdirSync(join(folder, 'run/secrets'), { recursive: true })
  for (const name of names) writeFileSync(join(folder, 'run/secrets', name), `${values[name]}\n`)
}

function path(): string {
  return [process.env.PATH, '/usr/sbin', '/usr/bin', '/bin'].join(delimiter)
}
