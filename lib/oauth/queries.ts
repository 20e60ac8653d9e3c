import type { Pool } from 'pg'
import type { ApplicationState, Environment } from '@/generated/prisma/enums'
import { clientIdPattern } from '@/lib/credentials/secret'
import { carryingRequests } from '@/lib/request'
import {
  anyText,
  askedRows,
  bytes,
  flag,
  foundRows,
  group,
  list,
  number,
  orNull,
  subquery,
  text,
} from '@/lib/rows'
import { nameStatement, type Statement } from '@/lib/statement'
import { askRemembering, confirming, type Memory, toMicroseconds } from '@/lib/tokens/memory'

/**
 * Whose client id it is: `own`, unless its application is of the other environment. Of that only the application is
 * found, so that its owner sees the mistake.
 */
const application = subquery('a', {
  id: text('id'),
  environment: text<Environment>('environment'),
  state: text<ApplicationState>('state'),
  ownerSuspended: flag('owner_suspended'),
  /** Canonical ranges separated by commas; empty if it may be called from everywhere. */
  networks: text("array_to_string(allowed_networks, ',')"),
  /** The rehearsal that it is in. */
  rehearsalId: orNull(text('rehearsal_id')),
})

/** The latest token that an application was issued. */
const latestToken = subquery('t', {
  generation: text('generation'),
  /** In hexadecimal. */
  nonce: text("encode(nonce, 'hex')"),
  keyId: text('key_id'),
  /** In whole seconds by the database's clock, negative after its end. */
  remaining: number('floor(extract(epoch FROM expires_at - now()))'),
  /** In microseconds. */
  expiresAt: number(toMicroseconds('expires_at')),
})

const secret = subquery('c', {
  id: text('id'),
  hash: bytes('secret_hash'),
  keyId: text('hash_key_id'),
  /** It works only as long as the proof of an approval is awaited. */
  proof: flag('proof'),
  /** In microseconds; infinite if it is not about to retire. */
  retiresAt: number(`coalesce(${toMicroseconds('retires_at')}, 'Infinity'::float8)`),
})

const key = subquery('c', {
  id: text('id'),
  kid: anyText('kid'),
  algorithms: list('algorithms'),
  /** The SubjectPublicKeyInfo (DER). */
  publicKey: bytes('public_key'),
})

/** The database's clock, in milliseconds. */
const clock = group({ at: number('floor(extract(epoch FROM now()) * 1000)') })

type Of<Columns extends { read: (...words: never[]) => unknown }> = NonNullable<ReturnType<Columns['read']>>
export type LatestToken = Of<typeof latestToken>
export type ClientKey = Of<typeof key>

/** The client of a client id, whatever its credentials: its application (null if there is none) and latest token. */
type FoundClient = { application: Of<typeof application> | null; latestToken: LatestToken | null }

/** A client with its secrets in force. */
export type ClientRecord = FoundClient & {
  secrets: Of<typeof secret>[]
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

const askedClients = askedRows<string>({
  client_id: ['text', (clientId) => (clientIdPattern.test(clientId) ? clientId : '-')],
})
const foundSecrets = foundRows({ application, latestToken, secret })
const foundKeys = foundRows({ application, latestToken, key, clock })

// An unknown client, and one of the other environment, are looked up in the same steps as a known one, so that the
// duration reveals nothing: `own` is null, and neither credentials nor tokens are found.
const someApplication = '(SELECT id FROM application ORDER BY id LIMIT 1)'
const statementWith = (label: string, found: { sql: string }, credentials: string, confirmation: string) =>
  nameStatement(
    label,
    `
  SELECT ${confirmation}, ${found.sql}
  FROM ${askedClients.from(1)}
  LEFT JOIN LATERAL (
    SELECT ${application.list}, CASE WHEN environment = $3::environment THEN id END AS own, client_authentication
    FROM application WHERE client_id = q.client_id LIMIT 1
  ) a ON true
  LEFT JOIN LATERAL (${credentials}) c ON true
  LEFT JOIN LATERAL (
    SELECT ${latestToken.list} FROM access_token
    WHERE application_id = coalesce(a.own, ${someApplication})
    ORDER BY generation DESC LIMIT 1
  ) t ON a.own IS NOT NULL
  WHERE ${carryingRequests('$2')}`,
  )

// The secret of a proof works only as long as the proof is awaited, and others only if the application does
// not use keys.
const secretStatement = statementWith(
  'find-clients',
  foundSecrets,
  `SELECT ${secret.list} FROM client_secret
    WHERE application_id = coalesce(a.own, ${someApplication}) AND a.own IS NOT NULL
      AND revoked_at IS NULL AND (retires_at IS NULL OR retires_at > now())
      AND CASE WHEN proof THEN a.state = 'activating' ELSE a.client_authentication = 'client_secret' END
    LIMIT 8`,
  confirming('$4'),
)

const keyStatement = statementWith(
  'find-key-clients',
  foundKeys,
  `SELECT ${key.list} FROM client_key
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
    const [confirmation, reply] = await askFor(pool, secretStatement, ids, [
      requestIds,
      environment,
      position,
    ])
    foundSecrets.read(reply, ({ secret, ...client }, index) => {
      const record = Object.assign(records[index] as ClientRecord, client)
      if (secret) record.secrets.push(secret)
    })
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
  const [, reply] = await askFor(pool, keyStatement, clientIds, [requestIds, environment])
  foundKeys.read(reply, ({ key, clock, ...client }, index) => {
    const record = Object.assign(records[index] as KeyClientRecord, client, clock)
    if (key) record.keys.push(key)
  })
  return records
}

async function askFor(
  pool: Pool,
  statement: Statement,
  clientIds: string[],
  values: string[],
): Promise<[confirmation?: string | null, reply?: string | null]> {
  const { rows } = await pool.query<[string | null, string | null]>({
    ...statement,
    rowMode: 'array',
    values: [...askedClients.values(clientIds), ...values],
  })
  return rows[0] ?? []
}
