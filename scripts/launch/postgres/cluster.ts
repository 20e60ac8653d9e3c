import { spawn } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { endOf, gatherOutput } from '../spawn'
import { writeFileAs } from './owned-file'
import type { Place } from './place'

/** The role that only this launcher uses, authenticated as the operating system's user that started it. */
export const superuser = 'postgres'

/**
 * Creates the data folder if there is none. It is created under another name first, so that an interrupted one is
 * started over.
 * @throws Error with a sentence if the data belongs to another major version, or initdb fails
 */
export async function prepareCluster(place: Place, binaries: string): Promise<void> {
  if (!existsSync(place.data)) await createCluster(place, binaries)
  const version = readFileSync(join(place.data, 'PG_VERSION'), 'utf8').trim()
  if (version !== '18')
    throw new Error(`${place.data} holds data of PostgreSQL ${version}, but this is PostgreSQL 18.`)
  writeFileAs(place.user, join(place.data, 'pg_hba.conf'), accessRules)
  writeFileAs(
    place.user,
    join(place.data, 'pg_ident.conf'),
    `launcher "${userInfo().username}" ${superuser}\n`,
  )
}

/** The operating system authenticates the launcher; every process of the product has a password. */
const accessRules = `local all ${superuser} peer map=launcher\nlocal all all scram-sha-256\n`

async function createCluster(place: Place, binaries: string): Promise<void> {
  const unfinished = `${place.data}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const options = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const initdb = spawn(
    join(binaries, 'bin', 'initdb'),
    ['-D', unfinished, '-U', superuser, '--auth=peer', '--no-instructions', ...options],
    { ...place.user, cwd: place.folder, env: serverEnvironment, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const output = gatherOutput(initdb)
  if ((await endOf(initdb)) !== 0) throw new Error(`initdb could not make ${unfinished}:\n${output().trim()}`)
  renameSync(unfinished, place.data)
}

/** The server gets none of our settings and keys. */
export const serverEnvironment: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: process.env.PATH ?? '',
  LC_ALL: 'C',
  TZ: 'UTC',
}
