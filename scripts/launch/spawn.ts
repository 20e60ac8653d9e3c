import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { projectRoot } from './root'

/** Starts a program of Node's in the project's folder, with `env` and {@link basicEnvironment} alone. */
export function spawnNode(args: string[], env: NodeJS.ProcessEnv, stdio: StdioOptions): ChildProcess {
  const environment = { ...basicEnvironment(), ...env } as NodeJS.ProcessEnv
  return spawn(process.execPath, args, { cwd: projectRoot, env: environment, stdio })
}

/** Calls `listener` with everything that the program writes, to either output. */
export function onOutput(child: ChildProcess, listener: (text: string) => unknown): void {
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', listener)
}

/** The output of a program: appended to a file, with its end kept in memory. */
export type LogFile = { path: string; write(text: string): void; lastLines(): string[] }

const keptCharacters = 16_000
const keptLines = 20

export function openLogFile(path: string): LogFile {
  let end = ''
  return {
    path,
    write(text) {
      end = (end + text).slice(-keptCharacters)
      try {
        appendFileSync(path, text, { mode: 0o600 })
      } catch {
        // A full disk costs lines of the log, never the supervisor.
      }
    },
    lastLines: () => end.split('\n').filter(Boolean).slice(-keptLines),
  }
}

/** Keeps what the program writes. @returns all of it so far */
export function gatherOutput(child: ChildProcess): () => string {
  let output = ''
  onOutput(child, (text) => {
    output += text
  })
  return () => output
}

/**
 * Waits until the program has ended and its outputs are closed.
 * @returns its exit code; null when a signal ended it
 * @throws Error when it could not be started
 */
export function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((done, fail) => child.once('close', done).once('error', fail))
}

/** The environment that any program needs, without our settings. */
export function basicEnvironment(): Record<string, string> {
  const names = [
    'PATH',
    'HOME',
    'USER',
    'LANG',
    'LC_ALL',
    'TMPDIR',
    'NODE_EXTRA_CA_CERTS',
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
  ]
  const known = names.map((name): [string, string | undefined] => [name, process.env[name]])
  return Object.fromEntries(known.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
