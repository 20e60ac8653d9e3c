import { spawn } from 'node:child_process'
import { projectRoot } from '../root'

/** A program that failed. `message` ends with the last lines that it wrote. */
export class ProgramError extends Error {
  override name = 'ProgramError'
}

const keptCharacters = 16_000
const shownLines = 30

/**
 * Runs one of Node's programs in the project's folder, and waits for its end.
 * @param name what the error calls it
 * @param onLine gets every line that it writes
 * @throws ProgramError with the tail of its output when it fails
 */
export async function runNode(
  name: string,
  args: string[],
  env: Record<string, string>,
  onLine: (line: string) => void = () => {},
): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { ...basicEnvironment(), ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const endTogether = () => child.kill()
  process.once('exit', endTogether)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-keptCharacters)
      for (const line of text.split('\n')) if (line.trim()) onLine(line.trim())
    })
  }
  const code = await new Promise((done, fail) => child.on('close', done).on('error', fail))
  process.off('exit', endTogether)
  if (code !== 0)
    throw new ProgramError(`${name} failed:\n${output.trimEnd().split('\n').slice(-shownLines).join('\n')}`)
}

/** What a program needs of its surroundings, and none of our settings. */
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
