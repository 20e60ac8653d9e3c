import { type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Environment } from '@/generated/prisma/enums'
import { now } from '@/lib/clock'
import type { ImportOptions } from '@/lib/wallet/import-accounts'
import { parseAsOf } from '@/lib/wallet/timestamp'
import { CommandError, getCallersFolder, refuseOthers } from '../command'
import { requireWritable } from '../output'

export const usage = `Usage: guichet import-accounts FILE.csv --environment production|sandbox
           [--as-of TIME] [--complete [--allow-removals N]] [--skip-bad] [--bad-file FILE]
       guichet import-accounts --watch --environment production|sandbox [--after-line N] [--bad-file FILE]
       guichet import-accounts --remove-demo

Loads accounts from a CSV file in UTF-8 whose first line names the columns
msisdn, type, status, currency, balance, frozen_balance, in any order. All of them or none: if it is interrupted, nothing was
changed, and within a day the same command continues with what it had read of the same file.

  --environment  where the accounts belong
  --as-of        when the export was begun, such as 2026-11-21T01:00:00Z: it becomes the asOf of what the file changes, and
                 accounts that are stored as of a later moment are left alone. Give it wherever a stream of changes runs
                 as well. Without it: when the file was last changed
  --complete     the file has all accounts: remove those that are not in it, unless they are stored as of a later moment.
                 If that is more than 5 % of all accounts, nothing is changed
  --allow-removals
                 with --complete: remove up to this many accounts, even if that is more than 5 %
  --skip-bad     load the good lines even if others are bad; the bad ones go to FILE.bad.csv, next to FILE, without --bad-file
  --bad-file     where to write every bad line, with its number and the reason. With --watch, without it:
                 changes.bad.jsonl in the current folder
  --watch        apply changes from standard input until it ends: a JSON object a line, with the same names, all of them
                 text, and as_of, when the account became so; or {"op":"remove","msisdn":"…","asOf":"…"} for an account
                 that was removed. The latest time of each account wins. After each batch
                 that is stored, standard output says {"line":…,"applied":…,"stale":…,"bad":…}
  --after-line   skip the lines up to this one, which were acknowledged before
  --remove-demo  take the demo accounts out of Production, and load nothing`

const flag = { type: 'boolean' } as const
const text = { type: 'string' } as const

export const options = {
  environment: text,
  'as-of': text,
  'bad-file': text,
  'after-line': text,
  'allow-removals': text,
  complete: flag,
  'skip-bad': flag,
  'remove-demo': flag,
  watch: flag,
}

/** The options as they were given. */
type Values = {
  [Name in keyof typeof options]?: (typeof options)[Name] extends typeof flag ? boolean : string
}

export type Job =
  | { kind: 'import'; options: ImportOptions; size: number; dated: 'given' | 'file' }
  | { kind: 'watch'; options: { environment: Environment; badFile: string; afterLine: number } }
  | { kind: 'remove-demo' }

/** @throws CommandError with a sentence */
export function readJob(values: Values, given: string | undefined): Job {
  if (values['remove-demo'] && !given) {
    refuseOthers(values, 'remove-demo')
    return { kind: 'remove-demo' }
  }
  if (values.watch && !given) return readWatch(values)
  if (!given) throw new CommandError('FILE.csv is missing. See "guichet import-accounts --help".')
  if (values.watch || values['remove-demo'])
    throw new CommandError(`--${values.watch ? 'watch' : 'remove-demo'}: does not take a file.`)
  if (values['after-line'] !== undefined) throw new CommandError('--after-line: is for --watch.')
  const file = atCaller(given)
  const environment = readEnvironment(values.environment)
  const skipBad = values['skip-bad'] ?? false
  const { complete, allowRemovals } = readRemovals(values, skipBad)
  const badGiven = values['bad-file']
  const badFile = badGiven ? atCaller(badGiven) : skipBad ? `${file.replace(/\.csv$/i, '')}.bad.csv` : null
  const found = find(file)
  if (badFile !== null && isSame(found, badFile))
    throw new CommandError('--bad-file: must not be the file that is imported.')
  if (badFile !== null) requireWritable(badFile)
  const { size, mtime } = found
  const moment = values['as-of']
  const asOf = moment === undefined ? earlier(mtime, now()).toISOString() : readMoment(moment)
  const job = { file, environment, asOf, complete, allowRemovals, skipBad, badFile }
  return { kind: 'import', options: job, size, dated: moment === undefined ? 'file' : 'given' }
}

function readRemovals(values: Values, skipBad: boolean) {
  const { complete = false, 'allow-removals': allowed } = values
  if (complete && skipBad)
    throw new CommandError(
      '--complete: not with --skip-bad, as accounts on bad lines would count as missing.',
    )
  if (allowed === undefined) return { complete, allowRemovals: null }
  if (!complete) throw new CommandError('--allow-removals: is for --complete.')
  if (!/^\d{1,9}$/.test(allowed)) throw new CommandError('--allow-removals: must be a number of accounts.')
  return { complete, allowRemovals: Number(allowed) }
}

function readWatch(values: Values): Job {
  const { 'after-line': afterLine = '0', 'bad-file': badFile = 'changes.bad.jsonl' } = values
  if (values['as-of'] !== undefined)
    throw new CommandError('--as-of: is for a file; a stream says it with each change.')
  if (values.complete || values['allow-removals'] !== undefined)
    throw new CommandError('--complete: is for a file; a stream removes accounts one by one.')
  if (values['skip-bad']) throw new CommandError('--skip-bad: is for a file; a stream always continues.')
  if (!/^\d{1,15}$/.test(afterLine)) throw new CommandError('--after-line: must be the number of a line.')
  const environment = readEnvironment(values.environment)
  return {
    kind: 'watch',
    options: { environment, badFile: requireWritable(atCaller(badFile)), afterLine: Number(afterLine) },
  }
}

function readMoment(given: string): string {
  const read = parseAsOf(given)
  if (typeof read === 'object') return read.asOf
  throw new CommandError(
    `--as-of: ${read === 'future' ? 'lies in the future' : 'must be a time such as 2026-11-21T09:00:00.000Z'}.`,
  )
}

/** A copied file, or one from a machine whose clock is fast, has a later time than its export, never an earlier one. */
function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}

function readEnvironment(given: string | undefined): Environment {
  if (given === 'production' || given === 'sandbox') return given
  throw new CommandError('--environment: must be production or sandbox.')
}

function atCaller(path: string): string {
  return resolve(getCallersFolder(), path)
}

function find(file: string): Stats {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw new CommandError(`${file}: there is no such file.`)
  // It may be read twice: once for the accounts, once for the bad lines.
  if (!found.isFile()) throw new CommandError(`${file}: is not a regular file.`)
  return found
}

/** Also under another name: it would be emptied before it is read the second time. */
function isSame({ dev, ino }: Stats, path: string): boolean {
  const other = statSync(path, { throwIfNoEntry: false })
  return other?.dev === dev && other.ino === ino
}
