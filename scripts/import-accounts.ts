import { Client } from 'pg'
import { SettingsError } from '@/lib/env'
import { keepAlive } from '@/lib/pool'
import { CsvError } from '@/lib/wallet/csv'
import { importAccounts } from '@/lib/wallet/import-accounts'
import { removeDemoAccounts } from '@/lib/wallet/merge-accounts'
import { type Command, readCommand, UsageError, usage } from './import/options'
import { createProgressView } from './import/progress'
import { describeReport } from './import/report'
import { watchChanges } from './import/watch'
import { resolveSettings } from './settings'

// `npm run import-accounts`: loads accounts from a CSV file. Exits with 1 when nothing was loaded.
try {
  await main(readCommand(process.argv.slice(2)))
} catch (error) {
  process.exitCode = 1
  console.error(explain(error as NodeJS.ErrnoException))
}

async function main(command: Command): Promise<void> {
  if (command.kind === 'help') return print([usage])
  const { databaseUrl } = resolveSettings()
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'guichet-import',
    ...keepAlive,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    if (command.kind === 'import') await load(client, command)
    else if (command.kind === 'watch')
      await watchChanges(client, process.stdin, command.options, (acknowledged) =>
        print([JSON.stringify(acknowledged)]),
      )
    else print([`${await removeDemoAccounts(client)} demo accounts were removed from Production.`])
  } finally {
    await client.end()
  }
}

async function load(client: Client, { options, size, dated }: Command & { kind: 'import' }): Promise<void> {
  const began = Date.now()
  const progress = createProgressView(process.stderr)
  const result = await importAccounts(client, options, size, progress.show).finally(progress.clear)
  if (!result.ok)
    throw new UsageError('Another import is running: nothing was changed. Try again when it has ended.')
  const seconds = (Date.now() - began) / 1000
  print(describeReport(result.value, { ...options, dated, seconds }))
  if (!result.value.loaded) process.exitCode = 1
}

function explain(error: NodeJS.ErrnoException): string {
  if (error instanceof CsvError) return `${error.message} Nothing was changed.`
  if (error instanceof SettingsError || error instanceof UsageError) return error.message
  return `The import failed, and only what was acknowledged is sure to be stored: ${error.message || error.code}`
}

function print(lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
