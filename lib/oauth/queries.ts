import type { Pool } from 'pg'
import type { ApplicationState, Environment } from '@/generated/prisma/enums'
import { clientIdPattern, type SecretHash } from '@/lib/credentials/secret'
import { carryingRequests } from '@/lib/request'

/** The client of a client id, whatever its credentials: its application (null if there is none) and latest token. */
type FoundClient = {
  application: {
    id: string
    environment: Environment
    state: ApplicationState
    ownerSuspended: boolean
    /** Canonical ranges separated by commas; empty if it may be called from everywhere. */
    networks: string
  } | null
  latestToken: LatestToken | null
}

/** A client with its secrets in force. */
export type ClientRecord = FoundClient & { secrets: (SecretHash & { id: string; proof: boolean })[] }

/** A client with its keys; `at` is the database's clock, in milliseconds. */
export type KeyClientRecord = FoundClient & { keys: ClientKey[]; at: number }

/** `publicKey` is the SubjectPublicKeyInfo (DER). */
export type ClientKey = { id: string; kid: string; algorithms: string[]; publicKey: Buffer }

/** `remaining` is in whole seconds by the database's clock, negative after its end; `nonce` is hexadecimal. */
export type LatestToken = { generation: string; nonce: string; keyId: string; remaining: number }

// An unknown client is looked up in the same steps as a known one, so that the duration reveals nothing. The result is
// one text, a line for each credential with its words in the order of `readLine`, nothing for null: rows with twelve
// columns cost both sides more than the look-up itself.
const orNothing = (value: string) => `coalesce(${value}::text, '')`
const someApplication = '(SELECT id FROM application ORDER BY id LIMIT 1)'
const statementWith = (words: string[], credentials: string) => `
  SELECT string_agg(concat_ws(' ', q.position,
    ${['a.id', 'a.environment', 'a.state', 'a.owner_suspended'].map(orNothing).join(', ')},
    ${orNothing("array_to_string(a.allowed_networks, ',')")},
    ${['t.generation', 't.nonce', 't.key_id', 't.remaining'].map(orNothing).join(', ')},
    ${words.map(orNothing).join(', ')}), E'\\n')
  FROM unnest($1::text[]) WITH ORDINALITY AS q (client_id, position)
  LEFT JOIN LATERAL (
    SELECT id, environment, state, owner_suspended, client_authentication, allowed_networks
    FROM application WHERE client_id = q.client_id LIMIT 1
  ) a ON true
  LEFT JOIN LATERAL (${credentials}) c ON true
  LEFT JOIN LATERAL (
    SELECT generation, encode(nonce, 'hex') AS nonce, key_id,
      floor(extract(epoch FROM expires_at - now()))::int AS remaining
    FROM access_token
    WHERE application_id = coalesce(a.id, ${someApplication})
    ORDER BY generation DESC LIMIT 1
  ) t ON true
  WHERE ${carryingRequests('$2')}`

// The secret of a proof works only as long as the proof is awaited, and others only if the application does not use keys.
const secretStatement = statementWith(
  ['c.id', "encode(c.secret_hash, 'hex')", 'c.hash_key_id', 'c.proof'],
  `SELECT id, secret_hash, hash_key_id, proof FROM client_secret
    WHERE application_id = coalesce(a.id, ${someApplication})
      AND revoked_at IS NULL AND (retires_at IS NULL OR retires_at > now())
      AND CASE WHEN proof THEN a.state = 'activating' ELSE a.client_authentication = 'client_secret' END
    LIMIT 8`,
)

const keyStatement = statementWith(
  ['c.id', 'c.kid', 'c.algorithms', 'c.public_key', 'floor(extract(epoch FROM now()) * 1000)'],
  `SELECT id, encode(convert_to(kid, 'UTF8'), 'hex') AS kid, array_to_string(algorithms, ',') AS algorithms,
      encode(public_key, 'hex') AS public_key
    FROM client_key
    WHERE application_id = coalesce(a.id, ${someApplication}) AND a.client_authentication = 'private_key_jwt'
    LIMIT 2`,
)

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
  const records = clientIds.map((): ClientRecord => ({ application: null, secrets: [], latestToken: null }))
  for (const line of await readLines(pool, 'find-clients', secretStatement, clientIds, requestIds)) {
    const [record, [id, hash, keyId, proof] = []] = readLine(records, line)
    if (record && id && hash && keyId)
      record.secrets.push({ id, hash: Buffer.from(hash, 'hex'), keyId, proof: proof === 'true' })
  }
  return records
}

/** As {@link findClients}, with keys instead of secrets. */
export async function findKeyClients(
  pool: Pool,
  clientIds: string[],
  requestIds: string,
): Promise<KeyClientRecord[]> {
  const records = clientIds.map(
    (): KeyClientRecord => ({ application: null, keys: [], latestToken: null, at: 0 }),
  )
  for (const line of await readLines(pool, 'find-key-clients', keyStatement, clientIds, requestIds)) {
    const [record, [id, kid = '', algorithms = '', publicKey = '', at] = []] = readLine(records, line)
    if (!record) continue
    record.at = Number(at)
    if (id)
      record.keys.push({
        id,
        kid: Buffer.from(kid, 'hex').toString(),
        algorithms: algorithms.split(','),
        publicKey: Buffer.from(publicKey, 'hex'),
      })
  }
  return records
}

async function readLines(
  pool: Pool,
  name: string,
  text: string,
  clientIds: string[],
  requestIds: string,
): Promise<string[]> {
  const { rows } = await pool.query<[string | null]>({
    name,
    text,
    rowMode: 'array',
    // Issued ids need no escaping in an array literal.
    values: [`{${clientIds.map((id) => (clientIdPattern.test(id) ? id : '-')).join(',')}}`, requestIds],
  })
  return (rows[0]?.[0] ?? '').split('\n')
}

/** Puts a line's client into its record. @returns that record, and the words of the line's credential */
function readLine<Found extends FoundClient>(
  records: Found[],
  line: string,
): [record: Found | undefined, credential: string[]] {
  const words = line.split(' ')
  const [position, id, environment, state, suspended, networks, generation, nonce, keyId, remaining] =
    words as [string, string, Environment, ApplicationState, string, string, string, string, string, string]
  const record = records[Number(position) - 1]
  if (record && id !== '')
    record.application = { id, environment, state, ownerSuspended: suspended === 'true', networks }
  if (record && generation !== '')
    record.latestToken = { generation, nonce, keyId, remaining: Number(remaining) }
  return [record, words.slice(10)]
}
