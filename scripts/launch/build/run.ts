import { endOf, onOutput, spawnNode } from '../spawn'

/** A program that failed. `message` ends with its last lines of output. */
export class ProgramError extends Error {
  override name = 'ProgramError'
}

const keptCharacters = 16_000
const shownLines = 30

/**
 * Runs one of Node's programs in the project's folder, and waits for its end.
 * @param name its name in the error
 * @param onLine gets every line of output
 * @throws ProgramError with the tail of its output if it fails
 */
export async function runNode(
  name: string,
  args: string[],
  env: Record<string, string>,
  onLine: (line: string) => void = () => {},
): Promise<void> {
  const child = spawnNode(args, env as NodeJS.ProcessEnv, ['ignore', 'pipe', 'pipe'])
  const endTogether = () => child.kill()
  process.once('exit', endTogether)
  let output = ''
  onOutput(child, (text) => {
    output = (output + text).slice(-keptCharacters)
    for (const line of text.split('\n')) if (line.trim()) onLine(line.trim())
  })
  const code = await endOf(child)
  process.off('exit', endTogether)
  if (code !== 0)
    throw new ProgramError(`${name} failed:\n${output.trimEnd().split('\n').slice(-shownLines).join('\n')}`)
}
