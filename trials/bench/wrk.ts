import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** One run of the load generator: requests per second, and responses other than 2xx. */
export type Measure = { rate: number; failures: number }

export type Load = {
  port: number
  mode: 'token' | 'balance'
  /** A file of form bodies or of tokens, one per line. */
  file: string
  accounts: { first: number; count: number }
  seconds: number
  connections: number
}

/**
 * Runs wrk with one thread, as the generator must not take both cores.
 * @throws Error with wrk's output when it could not be run or read
 */
export async function measure(load: Load): Promise<Measure> {
  const script = join(import.meta.dirname, 'load.lua')
  const { first, count } = load.accounts
  const { stdout: output } = await promisify(execFile)('wrk', [
    '--threads=1',
    `--connections=${load.connections}`,
    `--duration=${load.seconds}s`,
    '--timeout=10s',
    `--script=${script}`,
    `http://127.0.0.1:${load.port}/`,
    '--',
    load.mode,
    load.file,
    String(first),
    String(count),
  ])
  return {
    rate: Number(find(output, /Requests\/sec:\s+([\d.]+)/)),
    failures: Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0) + socketErrors(output),
  }
}

/**
 * Connections that broke while in use; wrk also counts the ones a server closes after "Connection: close" as read
 * errors.
 */
function socketErrors(output: string): number {
  const found = /Socket errors: connect (\d+), read \d+, write (\d+), timeout (\d+)/.exec(output)
  return found ? found.slice(1).reduce((sum, each) => sum + Number(each), 0) : 0
}

function find(output: string, pattern: RegExp): string {
  const found = pattern.exec(output)?.[1]
  if (found === undefined) throw new Error(`wrk printed nothing like ${pattern}:\n${output}`)
  return found
}
