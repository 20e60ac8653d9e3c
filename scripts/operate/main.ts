import { constants } from 'node:os'
import { closest } from '@/lib/closest'
import { version } from '@/lib/version'
import { projectRoot } from '../launch/root'
import { confidential } from '../launch/start/confidential'
import { readEnvironment } from '../launch/start/installation'
import { isEnding, listenForEnd, shutDown } from '../launch/start/shutdown'
import { CommandError, describeInterruption, print } from './command'
import { commands, settingsHeld } from './commands'
import { explain } from './explain'

// `guichet COMMAND`: one way to read options, report errors and exit, for all operators' commands.

/** Whether arguments ask for the usage: then nothing else happens. */
const asksHelp = (args: string[]) => args.some((arg) => arg === '--help' || arg === '-h')

/** For an embedded database to stop. */
const stopMs = 5000

/**
 * Runs one command, stops what it started and ends the process with its exit code. A signal stops it the same way, with
 * 128 and the signal's number, as shells report it: `guichet restore … && …` does not continue.
 */
export async function runGuichet(words: string[]): Promise<never> {
  listenForEnd((signal) => {
    const code = 128 + constants.signals[signal]
    console.error(`\nInterrupted (${signal}).${describeInterruption()}`)
    setTimeout(() => process.exit(code), stopMs).unref()
    return code
  })
  // A closed output, as with `head`, must not end a command half-way; a full disk, where it goes, is said at the end.
  let lost: Error | undefined
  const note = (error?: NodeJS.ErrnoException | null) => {
    if (error && error.code !== 'EPIPE') lost ??= error
  }
  for (const output of [process.stdout, process.stderr]) output.on('error', note)
  const code = await operate(words)
  // What was written last may have failed without anyone having heard of it yet.
  await new Promise<void>((resolve) =>
    process.stdout.write('', (error) => {
      note(error)
      resolve()
    }),
  )
  if (!lost) return shutDown(code)
  console.error(`The output could not be written: ${lost.message}.`)
  return shutDown(code || 1)
}

/**
 * Runs one command to its end. Errors are one sentence on standard error, never a stack, unless they are bugs.
 * @param words the command's name and its arguments
 * @returns the exit code
 */
async function operate(words: string[]): Promise<number> {
  const [name = '--help', ...args] = words
  if (name === '--help' || name === '-h' || name === 'help') return showCommands(words.length === 0 ? 1 : 0)
  if (name === '--version' || name === '-v') {
    print(version)
    return 0
  }
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!entry) return refuse(`"${name}" is not a command.${suggest(name)} See "guichet --help".`)
  try {
    const command = (await entry.load()).default
    if (asksHelp(args)) {
      print(command.usage)
      return 0
    }
    const work = prepare(command.prepare, args, name)
    process.chdir(projectRoot)
    holdOnly(settingsHeld(entry, args))
    return (await work()) ?? 0
  } catch (error) {
    if (isEnding()) return 1
    const sentence = explain(error)
    if (sentence === null) console.error(`guichet ${name} failed, which is a bug:`, error)
    return sentence === null ? 1 : refuse(sentence)
  }
}

/** @throws CommandError that ends with where to look */
function prepare<Work>(read: (args: string[]) => Work, args: string[], name: string): Work {
  try {
    return read(args)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(`${error.message} See "guichet ${name} --help".`)
  }
}

/** Reads `.env`, then removes the confidential settings that the command doesn't need. */
function holdOnly(held: readonly string[]): void {
  readEnvironment()
  for (const name of confidential) if (!held.includes(name)) delete process.env[name]
}

function showCommands(code: number): number {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  print('Usage: guichet COMMAND [OPTIONS]\n')
  for (const [name, { summary }] of Object.entries(commands)) print(`  ${name.padEnd(width)}  ${summary}`)
  print(
    '\n"guichet COMMAND --help" explains one of them and does nothing else. "guichet --version" names this build.',
  )
  return code
}

function suggest(name: string): string {
  const near = closest(name, Object.keys(commands))
  return near ? ` Did you mean "${near}"?` : ''
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}
