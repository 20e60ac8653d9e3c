import { type Stats, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Environment } from '@/generated/prisma/enums'
import { now } from '@/lib/clock'
import { parseMoment } from '@/lib/wallet/change-record'
import type { ImportOptions } from '@/lib/wallet/import-accounts'

/** Something about the command that its caller can mend. `message` is for them. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export const usage = `Usage:
  npm run import-accounts -- FILE.csv --environment production|sandbox [--as-of TIME] [--skip-bad] [--bad-file FILE]
  npm run import-accounts -- --watch --environment production|sandbox [--after-line N] [--bad-file FILE]
  npm run import-accounts -- --remove-demo

Loads accounts from a CSV file in UTF-8 whose first line names the columns
msisdn, type, status, currency, balance, frozen_balance, in any order.

  --environment  where the accounts belong
  --as-of        when the export was begun, such as 2026-11-21T01:00:00Z: it becomes the asOf of what the file changes, and
                 accounts that are stored as of a later moment are left alone. Give it wherever a stream of changes runs
                 as well. Without it: when the file was last changed
  --skip-bad     load the good lines although there are bad ones; these go to FILE.bad.csv
  --bad-file     where to write every bad line, with its number and the reason
  --watch        apply changes from standard input until it ends: a JSON object a line, with the same names, all of them
                 text, and as_of, when the account became so. The latest as_of of each account wins. After each batch
                 that is stored, standard output says {"line":…,"applied":…,"stale":…,"bad":…}
  --after-line   the lines up to this one were acknowledged before: pass over them
  --remove-demo  take the demo accounts out of Production, and load nothing`

export type Command =
  | { kind: 'import'; options: ImportOptions; size: number; dated: 'given' | 'file' }
  | { kind: 'watch'; options: { environment: Environment; badFile: string; afterLine: number } }
  | { kind: 'remove-demo' }
  | { kind: 'help' }

/** @throws UsageError with a sentence */
export function readCommand(args: string[]): Command {
  const { values, positionals } = parse(args)
  if (values.help) return { kind: 'help' }
  if (values['remove-demo'] && positionals.length === 0) return { kind: 'remove-demo' }
  if (values.watch && positionals.length === 0) return readWatch(values)
  const [file, ...others] = positionals
  if (!file || others.length > 0) throw new UsageError(`Name one file.\n\n${usage}`)
  if (values['after-line'] !== undefined) throw new UsageError('--after-line: is for --watch.')
  const environment = readEnvironment(values.environment)
  const skipBad = values['skip-bad'] ?? false
  const badFile = values['bad-file'] ?? (skipBad ? `${file.replace(/\.csv$/i, '')}.bad.csv` : null)
  if (badFile === file) throw new UsageError('--bad-file: must not be the file that is imported.')
  const { size, mtime } = find(file)
  const given = values['as-of']
  const asOf = given === undefined ? earlier(mtime, now()) : readAsOf(given)
  const options = { file, environment, asOf: asOf.toISOString(), skipBad, badFile }
  return { kind: 'import', options, size, dated: given === undefined ? 'file' : 'given' }
}

function readWatch(values: ReturnType<typeof parse>['values']): Command {
  const { 'after-line': afterLine = '0', 'bad-file': badFile = 'changes.bad.jsonl' } = values
  if (values['as-of'] !== undefined)
    throw new UsageError('--as-of: is for a file; a stream says it with each change.')
  if (values['skip-bad']) throw new UsageError('--skip-bad: is for a file; a stream always goes on.')
  if (!/^\d{1,15}$/.test(afterLine)) throw new UsageError('--after-line: must be the number of a line.')
  const environment = readEnvironment(values.environment)
  return { kind: 'watch', options: { environment, badFile, afterLine: Number(afterLine) } }
}

function readAsOf(given: string): Date {
  const read = parseMoment(given)
  if (read instanceof Date) return read
  throw new UsageError(`--as-of: ${read}.`)
}

/** A file that is copied, or whose clock is ahead, says later than it was exported, never earlier. */
function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}

function readEnvironment(given: string | undefined): Environment {
  if (given === 'production' || given === 'sandbox') return given
  throw new UsageError('--environment: must be production or sandbox.')
}

function parse(args: string[]) {
  const flag = { type: 'boolean' } as const
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...{ environment: text, 'as-of': text, 'bad-file': text, 'after-line': text },
        ...{ 'skip-bad': flag, 'remove-demo': flag, watch: flag, help: flag },
      },
    })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`)
  }
}

function find(file: string): Stats {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw new UsageError(`${file}: there is no such file.`)
  // It may be read twice: once for the accounts, once for the bad lines.
  if (!found.isFile()) throw new UsageError(`${file}: is not a regular file.`)
  return found
}
