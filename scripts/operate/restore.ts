import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createPool, withClient } from '@/lib/pool'
import { ArchiveError, isEncrypted, type Manifest, verifyArchive } from './backup/archive'
import { type Destination, openDestination } from './backup/destination'
import { decryptWith, readIdentities, refuseWrongIdentity, type Step } from './backup/encryption'
import { examine } from './backup/examine'
import { countRows, loadArchive } from './backup/load'
import { finishTarget, openTarget, prepareTarget } from './backup/target'
import { tryApplication } from './backup/try-application'
import { count, defineCommand, getCallersFolder, ifInterrupted, print } from './command'
import { createProgress } from './progress'

export default defineCommand({
  usage: `Usage: guichet restore BACKUP [--identity FILE] [--check]
       guichet restore BACKUP --keys FILE [--identity FILE] [--check]

Loads a backup into the empty database of DATABASE_URL, with the keys of the environment. All of it is verified before the
first row is written. Every session ends. If it is interrupted, no process starts on the database until it has been run
again.

  --identity  the file with the secret key of age, for a backup that was made with --recipient
  --keys      loads it into a new embedded database in DATA_DIR instead, with the keys of this file
  --check     afterwards starts a gateway on it, and gets a token and a balance with an application's own secret`,
  options: { keys: { type: 'string' }, identity: { type: 'string' }, check: { type: 'boolean' } },
  operands: ['BACKUP'],
  async run({ keys, identity, check }, [backup = '']) {
    ifInterrupted('Nothing was restored.')
    const folder = resolve(getCallersFolder(), backup)
    if (!existsSync(folder)) throw new ArchiveError(`${folder}: there is no such folder.`)
    const progress = createProgress()
    try {
      // The whole archive is checked before the first row is written.
      const manifest = await verifyArchive(folder, progress.show)
      const decrypt = await openEncrypted(folder, manifest, identity)
      const keysFile = keys === undefined ? undefined : resolve(getCallersFolder(), keys)
      await restore({ folder, manifest, decrypt }, await openDestination(keysFile), check ?? false, progress)
      return 0
    } finally {
      progress.end()
    }
  },
})

type Source = { folder: string; manifest: Manifest; decrypt: Step | undefined }

/** @throws ArchiveError before anything is written, when the key is missing or wrong */
async function openEncrypted(folder: string, manifest: Manifest, identity: string | undefined) {
  if (!isEncrypted(manifest)) return undefined
  if (identity === undefined)
    throw new ArchiveError(`${folder}: is encrypted, so give the file with its secret key: --identity FILE.`)
  const decrypter = readIdentities(resolve(getCallersFolder(), identity))
  for (const { file } of manifest.tables) await refuseWrongIdentity(join(folder, file), decrypter)
  return decryptWith(decrypter)
}

async function restore(
  { folder, manifest, decrypt }: Source,
  { url, gateways, roles }: Destination,
  check: boolean,
  progress: ReturnType<typeof createProgress>,
): Promise<void> {
  const began = performance.now()
  ifInterrupted('No process starts on this database until you have run "guichet restore" again.')
  await withClient({ connectionString: url, application_name: 'guichet-restore' }, async (client) => {
    const isLoaded = await prepareTarget(client, url, manifest)
    if (!isLoaded) await loadArchive(client, folder, manifest, progress.show, decrypt)
    await finishTarget(client, url, roles)
    progress.end()
    const { tables, madeAt } = manifest
    print(`${count(countRows(manifest), 'row')} of ${tables.length} tables restored, as of ${madeAt}.`)
    const pool = createPool(url, 2, 'guichet-restore')
    try {
      for (const line of await examine(pool, manifest, progress.show)) print(line)
      if (check) print(await tryApplication(pool, gateways))
    } finally {
      await pool.end()
      // Also when a check fails: everything of the backup is there, as it was.
      await openTarget(client)
    }
  })
  ifInterrupted('The restore is complete.')
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  print(`Done in ${seconds} s. Every session has ended; "npm start" continues from here.`)
}
