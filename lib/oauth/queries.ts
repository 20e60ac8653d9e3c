import type { Pool } from 'pg'
import type { ApplicationState, Environment } from '@/generated/prisma/enums'
import { clientIdPattern, type SecretHash } from '@/lib/credentials/secret'
import { detach } from '@/lib/expiring-map'
import { carryingRequests } from '@/lib/request'
import { nameStatement, type Statement } from '@/lib/statement'
import { askRemembering, confirming, type Memory, toMicroseconds } from '@/lib/tokens/memory'

/** The client of a client id, whatever its credentials: its application (null if there is none) and latest token. */
type FoundClient = {
  application: {
    id: string
    environment: Environment
    state: ApplicationState
    ownerSuspended: boolean
    /** Canonical ranges separated by commas; empty if it may be called from everywhere. */
    networks: string
    /** The rehearsal that it is in. */
    rehearsalId: string | null
  } | null
  latestToken: LatestToken | null
}

/** A client with its secrets in force; `retiresAt` is in microseconds, infinite for one that is not about to retire. */
export type ClientRecord = FoundClient & {
  secrets: (SecretHash & { id: string; proof: boolean; retiresAt: number })[]
  /** Whether this is what was remembered, and confirmed. */
  confirmed: boolean
}

/** What is remembered of a client of an active application that has a token and is in no rehearsal. */
export type RememberedClient = {
  applicationId: string
  record: ClientRecord & { application: NonNullable<FoundClient['application']>; latestToken: LatestToken }
}

/**
 * What a client presented fits what is remembered, so that only a confirmation is missing; good before the
 * moment `until`, in microseconds.
 */
export type ClientQuestion = {
  clientId: string
  recognised: { entry: RememberedClient; until: number } | null
}

/** A client with its keys; `at` is the database's clock, in milliseconds. */
export type KeyClientRecord = FoundClient & { keys: ClientKey[]; at: number }

/** `publicKey` is the SubjectPublicKeyInfo (DER). */
export type ClientKey = { id: string; kid: string; algorithms: string[]; publicKey: Buffer }

/**
 * `remaining` is in whole seconds by the database's clock, negative after its end, which is at `expiresAt` in
 * microseconds; `nonce` is hexadecimal.
 */
export type LatestToken = {
  generation: string
  nonce: string
  keyId: string
  remaining: number
  expiresAt: number
}

// An unknown client, and one of the other environment, are looked up in the same steps as a known one, so
// that the duration reveals nothing. Of one of the other environment only the application is found, so that
// its owner sees the mistake: `own` is null, and neither credentials nor tokens are found. The result is one
// text, a line for each credential with its words in the order of `readLine`, nothing for null: rows with
// twelve columns cost both sides more than the look-up itself.
const orNothing = (value: string) => `coalesce(${value}::text, '')`
const someApplication = '(SELECT id FROM application ORDER BY id LIMIT 1)'
const statementWith = (label: string, words: string[], credentials: string, confirmation: string) =>
  nameStatement(
    label,
    `
  SELECT ${confirmation}, string_agg(concat_ws(' ', q.position,
    ${['a.id', 'a.environment', 'a.state', 'a.owner_suspended'].map(orNothing).join(', ')},
    ${orNothing("array_to_string(a.allowed_networks, ',')")}, ${orNothing('a.rehearsal_id')},
    ${['t.generation', 't.nonce', 't.key_id', 't.remaining', 't.expires_at'].map(orNothing).join(', ')},
    ${words.map(orNothing).join(', ')}), E'\\n')
  FROM unnest($1::text[]) WITH ORDINALITY AS q (client_id, position)
  LEFT JOIN LATERAL (
    SELECT id, CASE WHEN environment = $3::environment THEN id END AS own, environment, state, owner_suspended,
      client_authentication, allowed_networks, rehearsal_id
    FROM application WHERE client_id = q.client_id LIMIT 1
  ) a ON true
  LEFT JOIN LATERAL (${credentials}) c ON true
  LEFT JOIN LATERAL (
    SELECT generation, encode(nonce, 'hex') AS nonce, key_id,
      floor(extract(epoch FROM expires_at - now()))::int AS remaining, ${toMicroseconds('expires_at')} AS expires_at
    FROM access_token
    WHERE application_id = coalesce(a.own, ${someApplication})
    ORDER BY generation DESC LIMIT 1
  ) t ON a.own IS NOT NULL
  WHERE ${carryingRequests('$2')}`,
  )

// The secret of a proof works only as long as the proof is awaited, and others only if the application does
// not use keys.
const secretStatement = statementWith(
  'find-clients',
  ['c.id', "encode(c.secret_hash, 'hex')", 'c.hash_key_id', 'c.proof', 'c.retires_at'],
  `SELECT id, secret_hash, hash_key_id, proof, ${toMicroseconds('retires_at')} AS retires_at FROM client_secret
    WHERE application_id = coalesce(a.own, ${someApplication}) AND a.own IS NOT NULL
      AND revoked_at IS NULL AND (retires_at IS NULL OR retires_at > now())
      AND CASE WHEN proof THEN a.state = 'activating' ELSE a.client_authentication = 'client_secret' END
    LIMIT 8`,
  confirming('$4'),
)

const keyStatement = statementWith(
  'find-key-clients',
  ['c.id', 'c.kid', 'c.algorithms', 'c.public_key', 'floor(extract(epoch FROM now()) * 1000)'],
  `SELECT id, encode(convert_to(kid, 'UTF8'), 'hex') AS kid, array_to_string(algorithms, ',') AS algorithms,
      encode(public_key, 'hex') AS public_key
    FROM client_key
    WHERE application_id = coalesce(a.own, ${someApplication}) AND a.own IS NOT NULL
      AND a.client_authentication = 'private_key_jwt'
    LIMIT 2`,
  'NULL',
)

/**
 * Looks up all clients in one prepared statement, by the database's clock, and confirms those that are remembered.
 * @param questions malformed client ids are looked up as unknown ones
 * @param requestIds of all requests in the batch, see {@link carryingRequests}
 * @returns the record of each, in order; the same shape and work for an unknown one
 */
export function findClients(
  pool: Pool,
  memory: Memory<RememberedClient>,
  environment: Environment,
  questions: ClientQuestion[],
  requestIds: string,
): Promise<ClientRecord[]> {
  return askRemembering(memory, questions, recall, ask)

  function recall({ clientId, recognised }: ClientQuestion) {
    return recognised && memory.get(clientId) === recognised.entry ? recognised : null
  }

  async function ask(asked: ClientQuestion[], known: (RememberedClient | null)[], position: string) {
    const ids = asked.flatMap(({ clientId }, index) => (known[index] ? [] : [clientId]))
    const records = ids.map(
      (): ClientRecord => ({ application: null, secrets: [], latestToken: null, confirmed: false }),
    )
    const { confirmation, lines } = await readLines(pool, secretStatement, ids, [
      requestIds,
      environment,
      position,
    ])
    for (const line of lines) {
      const [record, [id, hash, keyId, proof, retiresAt] = []] = readLine(records, line)
      if (record && id && hash && keyId)
        record.secrets.push({
          id,
          hash: Buffer.from(hash, 'hex'),
          keyId,
          proof: proof === 'true',
          retiresAt: retiresAt ? Number(retiresAt) : Number.POSITIVE_INFINITY,
        })
    }
    const found = records.flatMap((record, index) => toRemember(ids[index] as string, record))
    let next = 0
    const places = known.map((each) => (each ? -1 : next++))
    const answer = (index: number, at: number) => {
      const entry = known[index]
      return entry ? recordAt(entry, at) : (records[places[index] as number] as ClientRecord)
    }
    return { confirmation, answer, found }
  }
}

function toRemember(clientId: string, record: ClientRecord): [string, RememberedClient][] {
  const { application, latestToken } = record
  // A rehearsal counts its calls one by one.
  if (application?.state !== 'active' || application.ownerSuspended || application.rehearsalId) return []
  if (!latestToken) return []
  return [[clientId, { applicationId: application.id, record: { ...record, application, latestToken } }]]
}

/** A remembered client, as it is at a later moment. */
function recordAt({ record }: RememberedClient, at: number): ClientRecord {
  const { latestToken } = record
  const remaining = Math.floor((latestToken.expiresAt - at) / 1e6)
  return { ...record, latestToken: { ...latestToken, remaining }, confirmed: true }
}

/** As {@link findClients}, with keys instead of secrets. */
export async function findKeyClients(
  pool: Pool,
  environment: Environment,
  clientIds: string[],
  requestIds: string,
): Promise<KeyClientRecord[]> {
  const records = clientIds.map(
    (): KeyClientRecord => ({ application: null, keys: [], latestToken: null, at: 0 }),
  )
  const { lines } = await readLines(pool, keyStatement, clientIds, [requestIds, environment])
  for (const line of lines) {
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
  statement: Statement,
  clientIds: string[],
  values: string[],
): Promise<{ confirmation: string | null | undefined; lines: string[] }> {
  const { rows } = await pool.query<[string | null, string | null]>({
    ...statement,
    rowMode: 'array',
    // Issued ids need no escaping in an array literal.
    values: [`{${clientIds.map((id) => (clientIdPattern.test(id) ? id : '-')).join(',')}}`, ...values],
  })
  const [confirmation, found] = rows[0] ?? []
  return { confirmation, lines: (found ?? '').split('\n') }
}

/**
 * Puts a line's client into its record, as copies: memory, meters and limits keep them.
 * @returns that record, and the words of the line's credential
 */
function readLine<Found extends FoundClient>(
  records: Found[],
  line: string,
): [record: Found | undefined, credential: string[]] {
  const words = line.split(' ').map(detach)
  const [position, id, environment, state, suspended, networks, rehearsal, ...token] = words as [
    ...[string, string, Environment, ApplicationState, string, string, string],
    ...string[],
  ]
  const [generation = '', nonce = '', keyId = '', remaining, expiresAt] = token
  const record = records[Number(position) - 1]
  if (record && id !== '')
    record.application = {
      id,
      environment,
      state,
      ownerSuspended: suspended === 'true',
      networks,
      rehearsalId: rehearsal || null,
    }
  if (record && generation !== '')
    record.latestToken = {
      generation,
      nonce,
      keyId,
      remaining: Number(remaining),
      expiresAt: Number(expiresAt),
    }
  return [record, words.slice(12)]
}
