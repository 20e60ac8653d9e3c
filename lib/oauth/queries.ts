import type { Pool } from 'pg'
import type { ApplicationState, Environment } from '@/generated/prisma/enums'
import { clientIdPattern, type SecretHash } from '@/lib/credentials/secret'

/** What is known of a client id: its application (null when there is none), secrets in force, and latest token. */
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

/** `remaining` is in whole seconds by the database's clock, negative once it has ended; `nonce` is hexadecimal. */
export type LatestToken = { generation: string; nonce: string; keyId: string; remaining: number }

type Row = [
  position: number,
  applicationId: string | null,
  environment: Environment,
  state: ApplicationState,
  ownerSuspended: boolean,
  secretId: string | null,
  secretHash: Buffer,
  hashKeyId: string,
  generation: string | null,
  nonce: string,
  keyId: string,
  remaining: number,
]

// An unknown client is looked up as if it were some other one, to the last probe, so that the time says nothing.
const statement = `
  SELECT q.position::int, a.id, a.environment, a.state, a.owner_suspended, s.id, s.secret_hash, s.hash_key_id,
    t.generation, t.nonce, t.key_id, t.remaining
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
  ) t ON true`

/**
 * Looks up all client ids in one prepared statement, by the database's clock.
 * @param clientIds as presented: anything that cannot be one is looked up as an unknown one
 * @returns for each, in order, what is known; the same shape and work for an unknown one
 */
export async function findClients(pool: Pool, clientIds: string[]): Promise<ClientRecord[]> {
  const { rows } = await pool.query<Row>({
    name: 'find-clients',
    text: statement,
    rowMode: 'array',
    // Issued ids need no escaping in an array literal.
    values: [`{${clientIds.map((id) => (clientIdPattern.test(id) ? id : '-')).join(',')}}`],
  })
  const records = clientIds.map((): ClientRecord => ({ application: null, secrets: [], latestToken: null }))
  for (const row of rows) addRow(records[row[0] - 1] as ClientRecord, row)
  return records
}

function addRow(record: ClientRecord, row: Row): void {
  if (row[1] !== null)
    record.application = { id: row[1], environment: row[2], state: row[3], ownerSuspended: row[4] }
  if (row[5] !== null) record.secrets.push({ id: row[5], hash: row[6], keyId: row[7] })
  if (row[8] !== null)
    record.latestToken = { generation: row[8], nonce: row[9], keyId: row[10], remaining: row[11] }
}
