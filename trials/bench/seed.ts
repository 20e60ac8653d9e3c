import type { Client } from 'pg'
import { generateClientId, generateClientSecret, hashSecret } from '@/lib/credentials/secret'
import { newId } from '@/lib/ids'
import type { Keyring } from '@/lib/keyring'

export type Credentials = { applicationId: string; clientId: string; secret: string }

/** The first msisdn of the accounts that {@link seedAccounts} creates; the others follow it. */
export const firstAccount = 221_700_000_000

type Environment = 'sandbox' | 'production'

/** Creates `count` applications of one developer, which may read every account. */
export async function seedApplications(
  client: Client,
  keys: Keyring,
  count: number,
  environment: Environment = 'sandbox',
): Promise<Credentials[]> {
  const developer = newId()
  await client.query('INSERT INTO developer (id, email) VALUES ($1, $2)', [
    developer,
    `${developer}@bench.invalid`,
  ])
  // Those of Production serve without an approval.
  for (const table of ['application', 'client_secret'])
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  const all: Credentials[] = []
  while (all.length < count) {
    const batch = Array.from({ length: Math.min(5000, count - all.length) }, () => ({
      applicationId: newId(),
      clientId: generateClientId(environment),
      secret: generateClientSecret(environment),
    }))
    await insertBatch(client, keys, developer, environment, batch)
    all.push(...batch)
  }
  for (const table of ['application', 'client_secret'])
    await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  await client.query('ANALYZE application, client_secret')
  return all
}

/** Creates accounts from {@link firstAccount} on, up to `count` of them. */
export async function seedAccounts(
  client: Client,
  count: number,
  environment: Environment = 'sandbox',
): Promise<void> {
  await client.query(
    `INSERT INTO wallet_account (environment, msisdn, type, status, currency, balance, frozen_balance, as_of)
     SELECT $3, $1::bigint + n, 'customer', 'active', 'XOF', (n * 37) % 1000000, 0, now()
     FROM generate_series(0, $2::bigint - 1) AS n ON CONFLICT DO NOTHING`,
    [firstAccount, count, environment],
  )
  await client.query('VACUUM ANALYZE wallet_account')
}

async function insertBatch(
  client: Client,
  keys: Keyring,
  developer: string,
  environment: Environment,
  batch: Credentials[],
): Promise<void> {
  const ids = batch.map((each) => each.applicationId)
  const clientIds = batch.map((each) => each.clientId)
  const hashes = batch.map((each) => hashSecret(keys, each.secret))
  await client.query(
    `INSERT INTO application (id, developer_id, environment, state, name, client_id)
     SELECT id, $1, $4::environment, 'active', 'Bench', client_id FROM unnest($2::uuid[], $3::text[]) AS a (id, client_id)`,
    [developer, ids, clientIds, environment],
  )
  await client.query(
    `INSERT INTO client_secret (id, application_id, secret_hash, hash_key_id, ciphertext, encryption_key_id)
     SELECT id, application_id, hash, $1, '\\x00', 'none'
     FROM unnest($2::uuid[], $3::uuid[], $4::bytea[]) AS s (id, application_id, hash)`,
    [hashes[0]?.keyId, ids.map(() => newId()), ids, hashes.map((each) => each.hash)],
  )
}
