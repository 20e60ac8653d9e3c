import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Client } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { atFile } from '@/lib/files'
import { withTimeout } from '@/lib/timeout'
import { rulesOf } from '@/lib/wallet/account-rules'
import { type Counts, countOutcomes, createChanges } from '@/lib/wallet/apply-changes'
import { type Change, ChangeError } from '@/lib/wallet/change'
import { isDocumented } from '@/lib/wallet/remove-accounts'
import { parseLine } from '@/lib/wallet/stream-line'
import { CommandError } from '../command'

export type WatchOptions = { environment: Environment; badFile: string; afterLine: number; operator?: string }

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
