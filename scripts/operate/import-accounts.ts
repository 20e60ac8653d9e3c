import type { Client } from 'pg'
import { keepAlive, withClient } from '@/lib/pool'
import { CsvError } from '@/lib/wallet/csv'
import { importAccounts } from '@/lib/wallet/import-accounts'
import { removeDemoAccounts } from '@/lib/wallet/merge-accounts'
import { CommandError, count, defineCommand, ifInterrupted, print } from './command'
import { explain } from './explain'
import { type Job, options, readJob, usage } from './import/options'
import { createProgressView } from './import/progress'
import { describeReport } from './import/report'
import { type Acknowledgement, watchChanges } from './import/watch'
import { nameOperator } from './operator'
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

/** @throws CommandError when no one can read acknowledgements any more: the source would wait for them without end */
function acknowledge(what: Acknowledgement): Promise<void> {
  return new Promise((done, fail) => {
    process.stdout.write(`${JSON.stringify(what)}\n`, (error) =>
      error ? fail(new CommandError(`Standard output is closed (${error.message}).`)) : done(),
    )
  })
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
