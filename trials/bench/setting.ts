import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { formatKeyring, generateKey } from '@/lib/keyring'
import { migrate } from '@/prisma/migrate'
import { findPlace } from '@/scripts/launch/postgres/place'
import { stopPostmaster } from '@/scripts/launch/postgres/postmaster'
import { connectionUrl, prepareRoles, roleNames } from '@/scripts/launch/postgres/roles'
import { startServer } from '@/scripts/launch/postgres/server'
import { type Credentials, firstAccount, seedAccounts, seedApplications } from './seed'

/** The environment of the measurements: one embedded PostgreSQL with the shipped settings, seeded, and keys. */
export type Setting = {
  folder: string
  keys: { SECRET_HASH_KEYS: string; TOKEN_KEYS: string }
  ownerUrl: string
  gatewayUrl: string
  feedUrl: string
  applications: Credentials[]
  accounts: { first: number; count: number }
  client: Client
  close: () => Promise<void>
}

const passwords = { owner: 'bench', portal: 'bench', gateway: 'bench', worker: 'bench', feed: 'bench' }

/** Starts the database in `trials/bench/.bench/<name>` and fills it from scratch. */
export async function prepareSetting(
  name: string,
  applications: number,
  accounts: number,
  environment: 'sandbox' | 'production' = 'sandbox',
): Promise<Setting> {
  const folder = join(import.meta.dirname, '.bench', name)
  // A previous run that was killed may have left its server.
  const former = findPlace(folder)
  if (former) await stopPostmaster(former.data)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { place } = await startServer(folder, join(folder, 'postgres.log'))
  await prepareRoles(place, passwords)
  const { owner: _owner, ...processes } = roleNames
  const ownerUrl = connectionUrl(place, 'owner', passwords.owner)
  await migrate(ownerUrl, processes)
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  const hashKey = generateKey('bench')
  const seeded = await seedApplications(client, [hashKey], applications, environment)
  await seedAccounts(client, accounts, environment)
  return {
    folder,
    keys: { SECRET_HASH_KEYS: formatKeyring([hashKey]), TOKEN_KEYS: formatKeyring([generateKey('bench')]) },
    ownerUrl,
    gatewayUrl: connectionUrl(place, 'gateway', passwords.gateway),
    feedUrl: connectionUrl(place, 'feed', passwords.feed),
    applications: seeded,
    accounts: { first: firstAccount, count: accounts },
    client,
    close: async () => {
      await client.end()
      await stopPostmaster(place.data)
    },
  }
}

/** Writes the form bodies of all applications, one per line, for the load generator. */
export function writeForms({ folder, applications }: Setting, only = applications): string {
  const file = join(folder, 'forms.txt')
  const lines = only.map(
    ({ clientId, secret }) => `grant_type=client_credentials&client_id=${clientId}&client_secret=${secret}`,
  )
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}
