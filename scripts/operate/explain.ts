import { explainConnection, isUntrusted } from '@/lib/pool'
import { exitWithParent } from '@/lib/process'
import { describeSpace } from './output'

/** Errors whose message is a sentence for the operator. */
const sentences = new Set([
  'CommandError',
  'SettingsError',
  'MigrationError',
  'ArchiveError',
  'CsvError',
  'ProgramError',
])

/** Codes of SQLSTATE, Prisma and Node: the database is unavailable, or refuses access. */
const unreachable =
  /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|08\w{3}|28\w{3}|3D000|53300|57P0\d|P1\d{3}|P2024)$/
const unreachableMessage = /^(Connection terminated|timeout expired|timeout exceeded when trying to connect)/
/** Something is missing in the database: a table, a column, a function. */
const unprepared = /^(42P01|42703|42883|3F000|P2021|P2022)$/
const forbidden = /^(42501|P1010)$/
const full = /^(ENOSPC|EDQUOT)$/
/** It takes no changes. */
const readOnly = /^25006$/
/** It ended a statement: a timeout, a lock that was not given, a deadlock. */
const ended = /^(57014|55P03|40P01|40001|25P0[34])$/
/** The database lacks disk or memory. */
const exhausted = /^53[124]00$/
const file =
  /^(EACCES|EPERM|EROFS|EIO|ESTALE|ENOENT|ENOTDIR|ENOTEMPTY|EISDIR|EEXIST|EMFILE|ENFILE|ENAMETOOLONG|ELOOP|EFBIG|EBUSY)$/

type Known = {
  code?: string
  message?: string
  path?: string
  name?: string
  cause?: unknown
  errors?: unknown[]
  meta?: { driverAdapterError?: unknown }
}

/**
 * An error as one sentence for the operator: settings, arguments, files, and a database that is unavailable, not
 * prepared or closed to this role.
 * @returns null for anything else, which is a bug
 */
export function explain(error: unknown): string | null {
  for (const known of chain(error)) {
    const { code = '', message = '', path, name = '' } = known
    if (sentences.has(name)) return message
    if (unreachable.test(code) || unreachableMessage.test(message) || isUntrusted(code))
      return `The database cannot be reached: ${explainConnection(known)}.`
    if (unprepared.test(code))
      return 'The database is not prepared for this version: run "guichet prepare" first.'
    if (forbidden.test(code))
      return `The database refuses this (${firstLine(message)}): connect as the owner of the tables, with MIGRATION_DATABASE_URL or DATABASE_URL.`
    if (readOnly.test(code))
      return `The database takes no changes (${firstLine(message)}): connect to the primary, not to a standby.`
    if (ended.test(code))
      return `The database ended this (${firstLine(message)}): run it again, or raise the timeouts of its role.`
    if (exhausted.test(code)) return `The database server has no room left: ${firstLine(message)}.`
    if (full.test(code)) return describeFull(path, code)
    if (file.test(code)) return `${path ?? 'A file'}: cannot be used (${firstLine(message)}).`
  }
  return null
}

function describeFull(path: string | undefined, code: string): string {
  const why = code === 'EDQUOT' ? "this user's quota is used up" : 'the disk is full'
  return `${path ?? 'A file'}: ${why} (${code}${path ? `, ${describeSpace(path)}` : ''}).`
}

/** The error, the errors it wraps, and their causes: Prisma wraps the error of the driver. */
function* chain(error: unknown): Generator<Known> {
  for (let next = error as Known | undefined; next; next = inner(next)) yield next
}

function inner({ cause, errors, meta }: Known): Known | undefined {
  if (errors?.[0]) return errors[0] as Known
  if (meta?.driverAdapterError) return meta.driverAdapterError as Known
  if (typeof cause !== 'object' || cause === null) return undefined
  const { originalCode, originalMessage } = cause as { originalCode?: string; originalMessage?: string }
  return originalCode ? { code: originalCode, message: originalMessage } : (cause as Known)
}

function firstLine(text: string): string {
  return (text.trim().split('\n')[0] ?? '').replace(/\.$/, '').slice(0, 200)
}

/** The message of a program of the start to the process that started it. */
export type Report<Value> = { value: Value } | { failure: string }

/**
 * Runs `work` in a separate process of `npm start`, so that its memory is free again when the others start, and reports
 * its value or a sentence about its failure.
 */
export async function reportToStart<Value>(work: () => Promise<Value>): Promise<void> {
  exitWithParent()
  try {
    report({ value: await work() })
  } catch (error) {
    const sentence = explain(error)
    console.error(sentence ?? error)
    report({ failure: sentence ?? (error instanceof Error ? error.message : String(error)) })
    process.exitCode = 1
  } finally {
    process.disconnect?.()
  }
}

function report<Value>(how: Report<Value>): void {
  process.send?.(how)
}
