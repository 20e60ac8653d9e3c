import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '@/scripts/launch/root'
import type { TestDatabase } from './postgres'

export type Ran = { code: number; out: string; err: string }

/** Runs a command as an installation's `guichet` does, with the test's own settings in addition to the given ones. */
export function runGuichet(words: string[], env: Record<string, string | undefined>): Promise<Ran> {
  return runNode([bundled('run'), ...words], { ...process.env, NODE_ENV: 'production', ...env })
}

/** The same, still running. Without the test's own settings. */
export function startGuichet(words: string[], env: Record<string, string | undefined>): ChildProcess {
  return startNode([bundled('run'), ...words], { NODE_ENV: 'production', ...env }, 'pipe')
}

/** The path of a program that `test/bundles.ts` has bundled. */
export function bundled(program: 'feed' | 'gateway' | 'prepare' | 'run' | 'worker'): string {
  return join(process.env.TEST_BUNDLES ?? '', `${program}.js`)
}

/** Starts a program (a file, or Node's options for a script) in the project's folder, with `env` alone. */
export function startProgram(args: string[], env: NodeJS.ProcessEnv, stdio?: StdioOptions): ChildProcess {
  return startNode(['--import', 'tsx', ...args], env, stdio)
}

/** Starts a process of an installation, with `env` alone. */
export function startBundled(
  program: Parameters<typeof bundled>[0],
  env: NodeJS.ProcessEnv,
  stdio?: StdioOptions,
  args: string[] = [],
): ChildProcess {
  return startNode([bundled(program), ...args], env, stdio)
}

/** Node's options that run a script instead of a file. */
export function script(text: string): string[] {
  return ['--input-type=module', '--eval', text]
}

/** Starts a gateway of the Sandbox as an operator's: in a separate process, with the test's settings and `env`. */
export function startGateway(
  { gatewayUrl }: TestDatabase,
  port: number,
  metricsPort: number,
  env: Record<string, string> = {},
): ChildProcess {
  const settings: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    GATEWAY_ENVIRONMENT: 'sandbox',
    DATABASE_URL: gatewayUrl,
    SANDBOX_PORT: String(port),
    METRICS_PORT: String(metricsPort),
    SANDBOX_RATE_LIMIT: '0',
    ...env,
  }
  // Why it does not start is in the test's output.
  return startBundled('gateway', settings, ['ignore', 'ignore', 'inherit'])
}

function startNode(args: string[], env: NodeJS.ProcessEnv, stdio: StdioOptions = 'ignore'): ChildProcess {
  return spawn(process.execPath, args, { cwd: projectRoot, env, stdio })
}

/** Runs a program of Node's to its end, in the project's folder. */
export function runNode(args: string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: projectRoot, env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })
}
