import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { SettingsError } from '@/lib/env'
import { createPool } from '@/lib/pool'
import { MigrationError } from '@/prisma/migrate'
import { ArchiveError, verifyArchive } from './backup/archive'
import { type Destination, openDestination } from './backup/destination'
import { examine } from './backup/examine'
import { countRows, loadArchive } from './backup/load'
import { finishTarget, prepareTarget } from './backup/target'
import { tryApplication } from './backup/try-application'
import { createProgress } from './progress'
import { end, listenForEnd } from './start/shutdown'

// `npm run restore -- BACKUP`: loads a backup into an empty database, and looks whether all of it arrived.
const usage = `npm run restore -- BACKUP              into the empty database of DATABASE_URL, with the keys of the environment
npm run restore -- BACKUP --keys FILE  into a new embedded database in DATA_DIR, with the keys of that file
  --check   afterwards starts a gateway on it, and gets a token and a balance with an application's own secret`

const say = (line: string) => process.stdout.write(`${line}\n`)
const progress = createProgress()

listenForEnd()
await end(await main().catch(report))

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keys: { type: 'string' }, check: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  const [backup, ...others] = positionals
  if (values.help || !backup || others.length > 0) {
    say(usage)
    return values.help ? 0 : 1
  }
  const folder = resolve(backup)
  if (!existsSync(folder)) throw new ArchiveError(`${folder}: there is no such folder.`)
  // All of it is read before the first row is written.
  const manifest = await verifyArchive(folder, progress.show)
  await restore(folder, manifest, await openDestination(values.keys), values.check ?? false)
  return 0
}

async function restore(
  folder: string,
  manifest: Awaited<ReturnType<typeof verifyArchive>>,
  { url, gatewayUrl, roles }: Destination,
  check: boolean,
): Promise<void> {
  const began = Date.now()
  const client = new Client({ connectionString: url, application_name: 'guichet-restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    await prepareTarget(client, url, manifest)
    await loadArchive(client, folder, manifest, progress.show)
  } finally {
    await client.end()
  }
  await finishTarget(url, roles)
  progress.end()
  say(`${countRows(manifest)} rows of ${manifest.tables.length} tables restored, as of ${manifest.madeAt}.`)
  const pool = createPool(url, 2, 'guichet-restore')
  try {
    for (const line of await examine(pool, manifest, progress.show)) say(line)
    if (check) say(await tryApplication(pool, gatewayUrl))
  } finally {
    progress.end()
    await pool.end()
  }
  say(
    `Done in ${((Date.now() - began) / 1000).toFixed(1)} s. Everybody is signed out; "npm start" goes on from here.`,
  )
}

function report(error: unknown): number {
  progress.end()
  const expected =
    error instanceof ArchiveError || error instanceof SettingsError || error instanceof MigrationError
  console.error(expected ? (error as Error).message : error)
  return 1
}
