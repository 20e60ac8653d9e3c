import type { Pool } from 'pg'
import type { ApplicationState, Environment } from '@/generated/prisma/enums'
import { clientIdPattern, type SecretHash } from '@/lib/credentials/secret'
import { carryingRequests } from '@/lib/request'

/** The data for a client id: its application (null if there is none), secrets in force, and latest token. */
export type ClientRecord = {
  application: {
    id: string
    environment: Environment
    state: ApplicationState
    ownerSuspended: boolean
  } | null
  secrets: (SecretHash & { id: string })[]
  latestToken: LatestToken | null
}

/** `remaining` is in whole seconds by the database's clock, negative after its end; `nonce` is hexadecimal. */
export type LatestToken = { generation: string; nonce: string; keyId: string; remaining: number }

// An unknown client is looked up in the same steps as a known one, so that the duration reveals nothing. The result is
// one text, a line for each secret with its words in the order of `readLine`, nothing for null: rows with twelve
// columns cost both sides more than the look-up itself.
const orNothing = (value: string) => `coalesce(${value}::text, '')`
const statement = `
  SELECT string_agg(concat_ws(' ', q.position,
    ${['a.id', 'a.environment', 'a.state', 'a.owner_suspended'].map(orNothing).join(', ')},
    ${['s.id', "encode(s.secret_hash, 'hex')", 's.hash_key_id'].map(orNothing).join(', ')},
    ${['t.generation', 't.nonce', 't.key_id', 't.remaining'].map(orNothing).join(', ')}), E'\\n')
  FROM unnest($1::text[]) WITH ORDINALITY AS q (client_id, position)
  LEFT JOIN LATERAL (
    SELECT id, environment, state, owner_suspended FROM application WHERE client_id = q.client_id LIMIT 1
  ) a ON true
  LEFT JOIN LATERAL (
    SELECT id, secret_hash, hash_key_id FROM client_secret
    WHERE application_id = coalesce(a.id, (SELECT id FROM application ORDER BY id LIMIT 1))
      AND revoked_at IS NULL AND (retires_at IS NULL OR retires_at > now())
    LIMIT 8
  ) s ON true
  LEFT JOIN LATERAL (
    SELECT generation, encode(nonce, 'hex') AS nonce, key_id,
      floor(extract(epoch FROM expires_at - now()))::int AS remaining
    FROM access_token
    WHERE application_id = coalesce(a.id, (SELECT id FROM application ORDER BY id LIMIT 1))
    ORDER BY generation DESC LIMIT 1
  ) t ON true
  WHERE ${carryingRequests('$2')}`

/**
 * Looks up all client ids in one prepared statement, by the database's clock.
 * @param clientIds as presented; malformed ones are looked up as unknown ones
 * @param requestIds of all requests in the batch, see {@link carryingRequests}
 * @returns the record of each, in order; the same shape and work for an unknown one
 */
export async function findClients(
  pool: Pool,
  clientIds: string[],
  requestIds: string,
): Promise<ClientRecord[]> {
  const { rows } = await pool.query<[string | null]>({
    name: 'find-clients',
    text: statement,
    rowMode: 'array',
    // Issued ids need no escaping in an array literal.
    values: [`{${clientIds.map((id) => (clientIdPattern.test(id) ? id : '-')).join(',')}}`, requestIds],
  })
  const records = clientIds.map((): ClientRecord => ({ application: null, secrets: [], latestToken: null }))
  for (const line of (rows[0]?.[0] ?? '').split('\n')) readLine(records, line.split(' '))
  return records
}

function readLine(records: ClientRecord[], words: string[]): void {
  const [
    position,
    id,
    environment,
    state,
    suspended,
    secretId,
    hash,
    hashKeyId,
    generation,
    nonce,
    keyId,
    remaining,
  ] = words as [
    string,
    string,
    Environment,
    ApplicationState,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const record = records[Number(position) - 1]
  if (!record) return
  if (id !== '') record.application = { id, environment, state, ownerSuspended: suspended === 'true' }
  if (secretId !== '') record.secrets.push({ id: secretId, hash: Buffer.from(hash, 'hex'), keyId: hashKeyId })
  if (generation !== '') record.latestToken = { generation, nonce, keyId, remaining: Number(remaining) }
}
