import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Given<Known extends Options> = ReturnType<
  typeof parseArgs<{ options: Known; allowPositionals: true; strict: true }>
>['values']

type Definition<Known extends Options> = {
  /** Its syntax, what it does and what each option means. */
  usage: string
  options: Known
  /** The operands after its name, in order, such as `EMAIL`; optional in brackets. */
  operands?: readonly string[]
  /** Returns the exit code; nothing means 0. */
  run(values: Given<Known>, operands: string[]): Promise<number | undefined>
}

/** A command of `guichet`. `prepare` parses the arguments and returns the work to do: a typo changes nothing. */
export type Command = { usage: string; prepare(args: string[]): () => Promise<number | undefined> }

/** An error that the operator can fix. `message` is a sentence that says how. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** The operator's working directory: relative paths start there. */
const callersFolder = process.cwd()

let interruption = ''

/** What a signal that ends the command from now on would leave, as a sentence for the operator. */
export function ifInterrupted(sentence: string): void {
  interruption = sentence
}

/** The sentence of {@link ifInterrupted}, after a blank; nothing if none was given. */
export function describeInterruption(): string {
  return interruption && ` ${interruption}`
}

/**
 * Makes a command from its options and its work. Unknown options, missing values, and missing or extra operands are
 * refused before any work starts.
 */
export function defineCommand<const Known extends Options>(definition: Definition<Known>): Command {
  const { usage, options, operands = [], run } = definition
  return {
    usage,
    prepare(args) {
      const { values, positionals } = parse(options, args)
      // An unset variable in a script results in this.
      const empty = positionals.indexOf('')
      const missing = operands[empty < 0 ? positionals.length : empty]
      const extra = positionals[operands.length]
      if (missing && !missing.startsWith('[')) throw new CommandError(`${missing} is missing.`)
      if (extra !== undefined) throw new CommandError(`"${extra}" is one argument too many.`)
      return () => run(values as Given<Known>, positionals)
    },
  }
}

/** @throws CommandError with the first sentence of `parseArgs`' error, or for an option that is empty or given twice */
function parse(options: Options, args: string[]) {
  const parsed = parseStrictly(options, args)
  const names = parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
  const twice = names.find((name, index) => names.indexOf(name) < index && !options[name]?.multiple)
  if (twice !== undefined) throw new CommandError(`--${twice}: is given more than once.`)
  const empty = parsed.tokens.find((token) => token.kind === 'option' && token.value === '')
  if (empty?.kind === 'option') throw new CommandError(`--${empty.name}: is empty.`)
  return parsed
}

function parseStrictly(options: Options, args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true })
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\. |\n/)
    throw new CommandError(`${sentence.replace(/\.$/, '')}.`)
  }
}

/**
 * For an option that excludes all others of its command.
 * @param values all options of the command
 * @throws CommandError that names an option given with it
 */
export function refuseOthers(values: object, name: string): void {
  const other = Object.entries(values).find(([each, value]) => each !== name && value !== undefined)
  if (other) throw new CommandError(`--${name}: cannot be combined with --${other[0]}.`)
}

/** The base of relative paths in the arguments. */
export function getCallersFolder(): string {
  return callersFolder
}

/** Writes one line to standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** `1 row`, `2 rows`. */
export function count(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : `${noun}s`}`
}
