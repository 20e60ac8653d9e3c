import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Client } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { atFile } from '@/lib/files'
import { keepAlive, withClient } from '@/lib/pool'
import { withTimeout } from '@/lib/timeout'
import { rulesOf } from '@/lib/wallet/account-rules'
import { type Counts, countOutcomes, createChanges } from '@/lib/wallet/apply-changes'
import { type Change, ChangeError } from '@/lib/wallet/change'
import { CsvError } from '@/lib/wallet/csv'
import { type ImportProgress, type ImportReport, importAccounts } from '@/lib/wallet/import-accounts'
import { removeDemoAccounts } from '@/lib/wallet/merge-accounts'
import { isDocumented } from '@/lib/wallet/remove-accounts'
import { parseLine } from '@/lib/wallet/stream-line'
import { CommandError, count, defineCommand, ifInterrupted, print } from './command'
import { explain } from './explain'
import { type Job, options, readJob, usage } from './import/options'
import { nameOperator } from './operator'
import { createLine } from './output'
import { resolveFeed, resolveSettings } from './settings'

export default defineCommand({
  usage,
  options,
  operands: ['[FILE]'],
  async run(values, [file]) {
    const job = readJob(values, file)
    // A stream of Production needs no more rights than the feed's.
    const isFeed = job.kind === 'watch' && job.options.environment === 'production'
    const connectionString = isFeed ? await resolveFeed() : (await resolveSettings()).databaseUrl
    const config = { connectionString, application_name: 'guichet-import', ...keepAlive }
    return withClient(config, (client) => run(client, job)).catch((error) => {
      throw explainFailure(error, job)
    })
  },
})

async function run(client: Client, job: Job): Promise<number> {
  if (job.kind === 'import') return load(client, job)
  if (job.kind === 'watch') {
    ifInterrupted('Only what was acknowledged is sure to be stored.')
    await watchChanges(client, process.stdin, { ...job.options, operator: nameOperator() }, acknowledge)
  } else print(`${count(await removeDemoAccounts(client), 'demo account')} removed from Production.`)
  return 0
}

async function load(client: Client, { options, size, dated }: Job & { kind: 'import' }): Promise<number> {
  const began = performance.now()
  const view = createProgressView(process.stderr)
  ifInterrupted('Nothing was changed. The same command continues with what it had read.')
  const result = await importAccounts(client, { ...options, operator: nameOperator() }, size, (progress) => {
    view.show(progress)
    // The transaction may already be over on the server.
    if (progress.step === 'storing' && progress.done === progress.total)
      ifInterrupted('It is not known whether the file was stored: run the command again.')
  }).finally(view.end)
  if (!result.ok)
    throw new CommandError(
      result.reason === 'changed'
        ? 'The file grew or shrank while it was read: nothing was changed. Try again when it is complete.'
        : 'Another import is running: nothing was changed. Try again when it has ended.',
    )
  ifInterrupted('The import is complete.')
  const seconds = (performance.now() - began) / 1000
  for (const line of describeReport(result.value, { ...options, dated, seconds })) print(line)
  return result.value.loaded ? 0 : 1
}

const barWidth = 30

const verbs = { reading: 'Reading and checking', checking: 'Looking for duplicates', storing: 'Storing' }

/** Shows the progress of an import, with the rate of its current step. */
function createProgressView(output: NodeJS.WriteStream) {
  const { show, end } = createLine(output)
  let began = performance.now()
  let step = ''
  return {
    show(progress: ImportProgress): void {
      const isNew = progress.step !== step
      if (isNew && step !== '') began = performance.now()
      step = progress.step
      show(() => describeProgress(progress, (performance.now() - began) / 1000), isNew)
    },
    end,
  }
}

/** `Reading and checking [######        ]  42 %  420,000 lines, 210,000/s` */
export function describeProgress({ step, done, total, lines }: ImportProgress, seconds: number): string {
  if (step === 'checking') return `${verbs[step]} among ${format(lines)} lines`
  const share = total > 0 ? Math.min(done / total, 1) : 1
  const bar = '#'.repeat(Math.floor(share * barWidth)).padEnd(barWidth)
  const percent = String(Math.floor(share * 100)).padStart(3)
  const count = step === 'reading' ? lines : done
  const noun = step === 'reading' ? 'lines' : 'accounts'
  return `${verbs[step]} [${bar}] ${percent} %  ${format(count)} ${noun}${rate(count, seconds)}`
}

function format(count: number): string {
  return count.toLocaleString('en')
}

function rate(count: number, seconds: number): string {
  return seconds < 0.5 ? '' : `, ${format(Math.round(count / seconds))}/s`
}

type Where = {
  environment: string
  badFile: string | null
  asOf: string
  dated: 'given' | 'file'
  seconds: number
}

/** The result of an import, in lines for the operator. */
export function describeReport(report: ImportReport, where: Where): string[] {
  const { lines, bad, firstBad, loaded, tooMany, continuedAt } = report
  const { badFile, seconds } = where
  const rate = seconds > 0 ? ` (${format(Math.round(lines / seconds))} lines/s)` : ''
  return [
    ...(continuedAt
      ? [`Continued at line ${format(continuedAt)}, where the same import was interrupted.`]
      : []),
    ...firstBad.map(({ line, reason }) => `line ${line}: ${reason}`),
    ...(bad > firstBad.length ? [`… and ${format(bad - firstBad.length)} more bad lines.`] : []),
    `${format(lines)} lines in ${seconds.toFixed(1)} s${rate}: ${format(bad)} bad.`,
    ...(bad > 0 && badFile ? [`Every bad line is in ${badFile}.`] : []),
    ...(loaded ? describeLoaded(loaded, where) : tooMany ? refuseRemovals(tooMany) : refuseBad(badFile)),
  ]
}

function describeLoaded(
  { inserted, updated, unchanged, removed, ...rest }: NonNullable<ImportReport['loaded']>,
  { environment, asOf, dated }: Where,
): string[] {
  const { newer, stayRemoved, grantsRemoved, demoRemoved } = rest
  return [
    `${environment}: ${format(inserted)} added, ${format(updated)} updated, ${format(unchanged)} unchanged.`,
    ...(removed > 0
      ? [`${format(removed)} removed, which are not in the file, with ${format(grantsRemoved)} grants.`]
      : []),
    ...(newer > 0 ? [`${format(newer)} left alone: what is stored of them is newer than ${asOf}.`] : []),
    ...(stayRemoved > 0
      ? [`${format(stayRemoved)} stay removed: they were removed as of ${asOf} or later.`]
      : []),
    ...(dated === 'file'
      ? [`As of ${asOf}, when the file was last changed; --as-of says when the export was begun.`]
      : []),
    ...(demoRemoved > 0 ? [`The ${demoRemoved} demo accounts were removed.`] : []),
  ]
}

function refuseRemovals({ missing, stored }: NonNullable<ImportReport['tooMany']>): string[] {
  return [
    `Nothing was changed: ${format(missing)} of ${format(stored)} accounts are not in the file, more than 5 %.`,
    `If the file is complete, remove them with --allow-removals ${missing}.`,
  ]
}

function refuseBad(badFile: string | null): string[] {
  return [
    'Nothing was changed. Fix these lines, or load the others with --skip-bad.',
    ...(badFile ? [] : ['With --bad-file FILE all bad lines go to a file.']),
  ]
}

/** @throws CommandError when no one can read acknowledgements any more: the source would wait for them without end */
function acknowledge(what: Acknowledgement): Promise<void> {
  return new Promise((done, fail) => {
    process.stdout.write(`${JSON.stringify(what)}\n`, (error) =>
      error ? fail(new CommandError(`Standard output is closed (${error.message}).`)) : done(),
    )
  })
}

type WatchOptions = { environment: Environment; badFile: string; afterLine: number; operator?: string }

/** Printed after each batch, once it is committed and its bad lines are on disk: all lines up to `line` are handled. */
export type Acknowledgement = { line: number; bad: number } & Omit<Counts, 'ignored' | 'refused'>

const maxBatchSize = 1000
const maxLineLength = 65_536
/** For a batch. A database whose machine lost its power says nothing, and balances would go stale without a word. */
const defaultTimeoutMs = 60_000

/**
 * Applies changes from `input`, a JSON object a line, until it ends. Nothing is read while a batch is being written,
 * so that who writes to us waits too.
 * @param timeoutMs milliseconds after which a batch that the database has not answered is given up
 * @throws CommandError when there was no line, every one was bad, or the input ends within one; what the database or
 *   the file of bad lines throws, or that it did not answer in time: then the last batch is not applied, or was and is
 *   not acknowledged
 */
export async function watchChanges(
  client: Client,
  input: Readable,
  { environment, badFile, afterLine, operator }: WatchOptions,
  acknowledge: (what: Acknowledgement) => unknown,
  timeoutMs = defaultTimeoutMs,
): Promise<void> {
  const timed = <T>(work: () => Promise<T>) => withTimeout(timeoutMs, work)
  const changes = createChanges(client, environment, operator)
  const badLines = await openBadLines(badFile)
  let line = 0
  let batch: Change[] = []
  let bad = 0
  let isAllBad = true
  let anyBad = false

  async function flush(): Promise<void> {
    if (batch.length === 0 && bad === 0) return
    const outcomes = batch.length > 0 ? await timed(() => changes.apply(batch)) : []
    const { ignored: _, refused: __, ...counts } = countOutcomes(outcomes)
    await badLines.settle()
    await acknowledge({ line, ...counts, bad })
    isAllBad &&= outcomes.length === 0
    anyBad ||= bad > 0
    batch = []
    bad = 0
  }

  function refuse(text: string, { message }: ChangeError): void {
    bad++
    badLines.add({ line, reason: message, text: text.slice(0, maxLineLength) })
  }

  let cutAt: number | null = null
  try {
    for await (const { text, pause, cut } of readLines(input)) {
      if (cut) cutAt = line + 1
      else if (text !== null && ++line > afterLine && text.trim() !== '') {
        const change = parseFor(environment, text)
        if (change instanceof ChangeError) refuse(text, change)
        else batch.push(change)
      }
      if (pause || batch.length + bad >= maxBatchSize) await flush()
    }
    await flush()
    await timed(changes.close)
  } finally {
    await badLines.close()
  }
  if (cutAt !== null)
    throw new CommandError(`The input ended in the middle of line ${cutAt}, which was not applied.`)
  // What should have written them ended before it could.
  if (line === 0) throw new CommandError('There was no line: nothing was changed.')
  if (anyBad && isAllBad) throw new CommandError('Every line was bad: nothing was changed.')
}

function parseFor(environment: Environment, text: string): Change | ChangeError {
  if (text.length > maxLineLength) return new ChangeError('length', 'is longer than 64 KiB')
  const change = parseLine(text, rulesOf(environment))
  if (change instanceof ChangeError || change.op !== 'remove' || !isDocumented(environment, change.msisdn))
    return change
  return new ChangeError('documented', 'is a documented account of the Sandbox, which is never removed')
}

type Line = { text: string | null; pause: boolean; cut?: boolean }

/**
 * Lines as they arrive; `pause` when no more are available for now. The rest of an overlong line is skipped. `cut` is a
 * last line that its source did not finish, as it does when it is killed: acknowledged, it would be skipped for good.
 */
async function* readLines(input: Readable): AsyncGenerator<Line> {
  input.setEncoding('utf8')
  let rest = ''
  for await (const chunk of input) {
    const lines = (rest + chunk).split('\n')
    rest = (lines.pop() as string).slice(0, maxLineLength + 1)
    for (const text of lines) yield { text, pause: false }
    yield { text: null, pause: input.readableLength === 0 }
  }
  if (rest) yield { text: rest, pause: true, cut: !rest.trimEnd().endsWith('}') }
}

/** People's numbers and balances: for the user who runs this only. */
async function openBadLines(path: string) {
  const file = await open(path, 'a', 0o600)
  let written: Promise<unknown> = Promise.resolve()
  return {
    add(bad: { line: number; reason: string; text: string }): void {
      process.stderr.write(`line ${bad.line}: ${bad.reason}\n`)
      written = written.then(() => atFile(path, () => file.appendFile(`${JSON.stringify(bad)}\n`)))
      written.catch(() => {})
    },
    settle: () => written,
    close: () => file.close(),
  }
}

/** Acknowledged lines of a stream remain applied; a file is all or nothing. */
function explainFailure(error: unknown, { kind }: Job): unknown {
  if (error instanceof CsvError) return new CommandError(`${error.message} Nothing was changed.`)
  const sentence = explain(error)
  if (kind !== 'watch' || sentence === null || error instanceof CommandError) return error
  return new CommandError(
    `The stream ended, and only what was acknowledged is sure to be stored. ${sentence}`,
  )
}
