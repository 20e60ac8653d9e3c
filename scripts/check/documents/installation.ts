import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { preparePlace } from '@/scripts/launch/postgres/place'
import { projectRoot } from '@/scripts/launch/root'
import { basicEnvironment, endOf, gatherOutput } from '@/scripts/launch/spawn'
import { makeServer, removeServers, startServer } from '@/test/postgres-15'
import { findFreePorts } from '../ports'

/** The output of a command, both streams in one, and its exit code. */
export type Printed = { code: number | null; text: string }

/**
 * A clone of the project next to an empty PostgreSQL, in which the commands of the docs are run as an operator types them.
 * Only addresses differ from the pages: hosts, ports and folders are replaced by those of the test.
 */
export class Installation {
  readonly clone: string
  readonly backups: string
  readonly #children: ChildProcess[] = []
  #replacements: [string, string][] = []
  #environment: Record<string, string> = {}
  #database = 0

  constructor(readonly folder: string) {
    this.clone = join(folder, 'guichet')
    this.backups = join(folder, 'backups')
  }

  async open(): Promise<void> {
    mkdirSync(this.backups, { recursive: true })
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: projectRoot, encoding: 'utf8' }).split('\0')
    for (const file of files.filter(Boolean)) {
      mkdirSync(dirname(join(this.clone, file)), { recursive: true })
      cpSync(join(projectRoot, file), join(this.clone, file))
    }
    execFileSync('cp', ['-al', join(projectRoot, 'node_modules'), join(this.clone, 'node_modules')])
    const guichet = join(this.clone, 'bin', 'guichet')
    mkdirSync(dirname(guichet))
    writeFileSync(guichet, '#!/bin/sh\nexec node .build/run.js "$@"\n')
    chmodSync(guichet, 0o755)

    const place = preparePlace(join(this.folder, 'server'))
    makeServer(place)
    const first = await findFreePorts(10)
    this.#database = first
    await startServer(place, { listen_addresses: '127.0.0.1', port: String(first) })
    this.#replacements = [
      ['db.example.com', `127.0.0.1:${first}`],
      ['DATABASE_HOST', `127.0.0.1 -p ${first}`],
      ['/var/backups/guichet', this.backups],
      ...[3000, 4001, 4002, 9464, 9465, 9466, 9467].map((port, index): [string, string] => [
        `:${port}`,
        `:${first + 1 + index}`,
      ]),
    ]
    this.#environment = {
      ...basicEnvironment(),
      PATH: `${dirname(guichet)}:${process.env.PATH}`,
      PGHOST: '127.0.0.1',
      PGPORT: String(first),
      PGUSER: 'postgres',
      PGDATABASE: 'postgres',
    }
  }

  /** The lines of `.env` that give the processes the test's ports. */
  get portSettings(): string {
    const [portal, sandbox, production, metrics] = [1, 2, 3, 4].map((offset) => this.#database + offset)
    return `PORTAL_PORT=${portal}\nSANDBOX_PORT=${sandbox}\nPRODUCTION_PORT=${production}\nMETRICS_PORT=${metrics}\n`
  }

  /** The superuser's address of a database. */
  urlOf(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.#database}/${database}`
  }

  /** Has `text` of the pages read as `local` from now on; the newest replacement is the first. */
  replace(text: string, local: string): void {
    this.#replacements.unshift([text, local])
  }

  /** Adds a variable to the operator's shell. */
  set(name: string, value: string): void {
    this.#environment[name] = value
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.clone, name), this.localise(text))
  }

  read(name: string): string {
    return readFileSync(join(this.clone, name), 'utf8')
  }

  localise(text: string): string {
    return this.#replacements.reduce((local, [from, to]) => local.replaceAll(from, to), text)
  }

  /** Runs a command to its end; SQL through psql. The test's own servers respond meanwhile. */
  async run(text: string, language: 'sh' | 'sql' = 'sh'): Promise<Printed> {
    const local = this.localise(text)
    // Statements one at a time: no database is created within a transaction.
    const [program, ...args] =
      language === 'sql'
        ? ['psql', '-v', 'ON_ERROR_STOP=1', ...local.split(/(?<=;)\n/).flatMap((each) => ['-c', each])]
        : ['bash', '--norc', '-euo', 'pipefail', '-c', local]
    const child = spawn(program as string, args, {
      cwd: this.clone,
      env: this.#environment as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = gatherOutput(child)
    return { code: await endOf(child), text: output() }
  }

  /** Starts a command that runs until it is stopped. */
  start(text: string): ChildProcess {
    const child = spawn('bash', ['--norc', '-c', `exec ${text}`], {
      cwd: this.clone,
      env: this.#environment as NodeJS.ProcessEnv,
      stdio: 'ignore',
    })
    this.#children.push(child)
    return child
  }

  async close(): Promise<void> {
    await Promise.all(this.#children.map(stop))
    await removeServers(this.folder, ['server'])
  }
}

/** Ends a process as a supervisor does. */
export function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => {
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })
}
