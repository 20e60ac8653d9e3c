import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { projectRoot } from '@/scripts/launch/root'

export type Ran = { code: number; out: string; err: string }

/** Runs a command as `npx guichet` does, with the test's own settings around those given. */
export function runGuichet(words: string[], env: Record<string, string | undefined>): Promise<Ran> {
  return runNode(['scripts/operate/guichet.mjs', ...words], {
    ...process.env,
    NODE_ENV: 'production',
    ...env,
  })
}

/** The same, still running. Nothing of the test's own settings. */
export function startGuichet(words: string[], env: Record<string, string | undefined>): ChildProcess {
  const args = ['scripts/operate/guichet.mjs', ...words]
  return spawn(process.execPath, args, { cwd: projectRoot, env: { NODE_ENV: 'production', ...env } })
}

/** Runs a program of Node's to its end, in the project's folder. */
export function runNode(args: string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: projectRoot, env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })
}
