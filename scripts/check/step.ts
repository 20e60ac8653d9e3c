import { join } from 'node:path'
import { projectRoot } from '../launch/root'
import { logs } from './folders'
import { type Ended, run } from './process'
import { type Count, countTool } from './reports'

export type Outcome = Ended & {
  count: Count
  /** With `--grep`: whether a test has such a name. */
  matched?: boolean
  /** A note for the reader although nothing failed. */
  notes?: string[]
}

export type Step = {
  name: string
  /** The steps that must have passed, where running without them could show nothing. */
  needs?: string[]
  /** If this fails, nothing else is run: the developer has to do something first. */
  vital?: boolean
  /** How many of two cores it keeps busy; by default one. */
  uses?: number
  run(): Promise<Outcome>
}

/** The options of a run. */
export type Wanted = {
  /** Only tests whose names match. */
  grep?: string | undefined
  /** Only what the changes since main concern. */
  changed?: boolean | undefined
  /** Also what is slow or needs Debian's programs; with `rest` only that. */
  all?: boolean | undefined
  rest?: boolean | undefined
  /** No step starts later than so many minutes, none installs Debian's programs, and of the races one eighth is run. */
  minutes?: number | undefined
}

/** A step that passes if its program exits with 0. */
export function tool(name: string, command: string[]): Step {
  return {
    name,
    async run() {
      const ended = await run(command, logOf(name))
      return { ...ended, count: countTool(ended) }
    },
  }
}

/** The command that runs a package's own program with this Node. */
export function packageProgram(path: string): string[] {
  return [process.execPath, join(projectRoot, 'node_modules', path)]
}

/** The command that runs one of our scripts. */
export function script(path: string): string[] {
  return [process.execPath, '--import', 'tsx', path]
}

export function logOf(name: string): string {
  return join(logs, `${fileName(name)}.log`)
}

export function fileName(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
