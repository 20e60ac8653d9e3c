import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withClient } from '@/lib/pool'
import { waitUntil } from '@/lib/timeout'
import { findFreePorts } from '@/scripts/check/ports'
import { projectRoot } from '@/scripts/launch/root'

/** A running PgBouncer: `url` leads through it. */
export type Pooler = { url: string; stop(): void }

/**
 * Starts a PgBouncer with the project's configuration before one role's way to its database.
 * @param command the program and its first arguments
 * @param target the address that it connects to
 * @param settings in place of those of the file, or in addition
 */
export async function startPooler(
  [command, ...args]: [string, ...string[]],
  target: string,
  settings: Record<string, string | number> = {},
): Promise<Pooler> {
  const { username, password, pathname, hostname, port, searchParams } = new URL(target)
  const name = pathname.slice(1)
  const server = searchParams.get('host') ?? hostname
  const folder = mkdtempSync(join(tmpdir(), 'guichet-pooler-'))
  chmodSync(folder, 0o755)
  const own = await findFreePorts(1)
  const all = { ...readShipped(), listen_addr: '127.0.0.1', listen_port: own, auth_type: 'any', ...settings }
  const lines = [
    '[databases]',
    `${name} = host=${server} port=${port || 5432} user=${username} password=${password}`,
    '[pgbouncer]',
    ...Object.entries(all).map(([key, value]) => `${key} = ${value}`),
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, lines.join('\n'))
  const process = spawn(command, [...args, file], { ...unprivileged(), stdio: 'ignore' })
  const pooler = {
    url: `postgres://${username}:${password}@127.0.0.1:${own}/${name}`,
    stop: () => end(process, folder),
  }
  const answers = () =>
    withClient({ connectionString: pooler.url }, (client) => client.query('SELECT 1')).then(
      () => true,
      () => false,
    )
  if (await waitUntil(answers, 20_000, 100)) return pooler
  pooler.stop()
  throw new Error(`${command} does not respond`)
}

/** The settings of `ops/engines/pgbouncer.ini`, without the place of its passwords. */
function readShipped(): Record<string, string> {
  const text = readFileSync(join(projectRoot, 'ops/engines/pgbouncer.ini'), 'utf8')
  const [, section = ''] = text.split('[pgbouncer]')
  const found = Object.fromEntries(
    [...section.matchAll(/^(\w+) = ?(.*)$/gm)].map(([, key, value]) => [key, value]),
  )
  delete found.auth_file
  return found
}

/** PgBouncer refuses to run as root. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  return {
    uid: Number(execFileSync('id', ['-u', 'nobody'])),
    gid: Number(execFileSync('id', ['-g', 'nobody'])),
  }
}

function end(process: ChildProcess, folder: string): void {
  process.kill('SIGKILL')
  rmSync(folder, { recursive: true })
}
