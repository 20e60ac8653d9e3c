import { Pool } from 'pg'
import type {
  AccountAccess,
  AccountStatus,
  AccountType,
  AnnouncementKind,
  ApplicationState,
  Environment,
  Role,
} from '@/generated/prisma/enums'
import type { DeprecableEndpoint } from '@/lib/announcements/schema'
import { secretContext } from '@/lib/credentials/commands'
import { generateClientId, generateClientSecret, hashSecret } from '@/lib/credentials/secret'
import { databasePool } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { newId } from '@/lib/ids'
import { encrypt } from '@/lib/keyring'

/** Anything that runs SQL as the owner of the tables. */
export type Owner = Pick<Pool, 'query'>

/** An application with an active secret, and the secret itself. */
export type Client = { applicationId: string; clientId: string; clientSecret: string; secretId: string }

/** A pool as the owner of the tables of a test database; end it before the database is dropped. */
export function ownerPool(url: string): Pool {
  const pool = new Pool({ connectionString: url, max: 4, application_name: 'guichet-test-owner' })
  pool.on('error', () => {})
  return pool
}

/** A developer in the database; also the actor of what they do. */
export type Developer<R extends Role = 'developer'> = { id: string; email: string; role: R }

type DeveloperInput<R extends Role> = {
  email?: string
  role?: R
  locale?: string
  activated?: boolean
  passwordHash?: string
  suspendedAt?: Date
  deletedAt?: Date
  /** A second factor that is on; no code fits it. */
  factor?: boolean
}

/** A developer, activated unless said otherwise. Rows only: `signUpDeveloper` leaves what the pages leave. */
export async function createDeveloper<R extends Role = 'developer'>(
  input: DeveloperInput<R> = {},
  sql: Owner = databasePool(),
): Promise<Developer<R>> {
  const id = newId()
  const { email = `${id}@example.com`, role = 'developer' as R, locale = 'en', activated = true } = input
  const { passwordHash = activated ? 'none' : null, suspendedAt, deletedAt } = input
  await sql.query(
    `INSERT INTO developer (id, email, password_hash, role, locale, activated_at, suspended_at, deleted_at)
     VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 THEN now() END, $7, $8)`,
    [id, email, passwordHash, role, locale, activated, suspendedAt, deletedAt],
  )
  if (input.factor) await addSecondFactor(id, sql)
  return { id, email, role }
}

/** On record as turned on; no code fits it. */
export async function addSecondFactor(developerId: string, sql: Owner = databasePool()): Promise<void> {
  await sql.query(
    `INSERT INTO totp_factor (developer_id, secret_ciphertext, encryption_key_id, confirmed_at)
     VALUES ($1, '\\x00', 'none', now()) ON CONFLICT DO NOTHING`,
    [developerId],
  )
}

type ApplicationInput = {
  environment?: Environment
  state?: ApplicationState
  developerId?: string
  name?: string
  access?: AccountAccess
  ownerSuspended?: boolean
}

/** An application, with a recorded approval if its state needs one. */
export async function createApplication(owner: Owner, input: ApplicationInput = {}) {
  const { environment = 'sandbox', state = 'active', name = 'Test application', access = 'all' } = input
  const developerId = input.developerId ?? (await createDeveloper({}, owner)).id
  const id = newId()
  const clientId = generateClientId(environment)
  const begin = environment === 'production' ? 'draft' : state
  await owner.query(
    `INSERT INTO application (id, developer_id, environment, state, name, client_id, access)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, developerId, environment, begin, name, clientId, access],
  )
  if (environment === 'production') await reachState(owner, id, state)
  // Set afterwards: on insertion the database takes it over from the developer.
  if (input.ownerSuspended)
    await owner.query('UPDATE application SET owner_suspended = true WHERE id = $1', [id])
  return { id, developerId, clientId, environment }
}

/** An active secret, created as the portal does. */
export async function issueSecret(owner: Owner, applicationId: string, environment: Environment) {
  const clientSecret = generateClientSecret(environment)
  const id = newId()
  const { keyId, hash } = hashSecret(requireSetting('SECRET_HASH_KEYS'), clientSecret)
  const encrypted = encrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), clientSecret, secretContext(id))
  await owner.query(
    `INSERT INTO client_secret (id, application_id, secret_hash, hash_key_id, ciphertext, encryption_key_id)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, applicationId, hash, keyId, encrypted.ciphertext, encrypted.keyId],
  )
  return { id, clientSecret }
}

/** An application that can call: its credentials in clear. */
export async function createClient(owner: Owner, input: ApplicationInput = {}): Promise<Client> {
  const application = await createApplication(owner, { ...input, state: 'active' })
  const secret = await issueSecret(owner, application.id, application.environment)
  if (input.state && input.state !== 'active')
    await owner.query('UPDATE application SET state = $2 WHERE id = $1', [application.id, input.state])
  return {
    applicationId: application.id,
    clientId: application.clientId,
    clientSecret: secret.clientSecret,
    secretId: secret.id,
  }
}

type AccountInput = {
  environment?: Environment
  type?: AccountType
  status?: AccountStatus
  currency?: string
  balance?: string
  frozenBalance?: string
  asOf?: string
  delayMs?: number
  outage?: boolean
}

/** A wallet account; amounts are text with exactly the currency's decimals. */
export async function createAccount(owner: Owner, msisdn: string, input: AccountInput = {}): Promise<void> {
  const { environment = 'sandbox', type = 'customer', status = 'active', currency = 'XOF' } = input
  const {
    balance = '12500',
    frozenBalance = '0',
    asOf = '2026-11-21T09:00:00Z',
    delayMs = 0,
    outage = false,
  } = input
  await owner.query(
    `INSERT INTO wallet_account (environment, msisdn, type, status, currency, balance, frozen_balance, as_of,
       simulated_delay_ms, simulated_outage) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [environment, msisdn, type, status, currency, balance, frozenBalance, asOf, delayMs, outage],
  )
}

/** An ordinary test account of a single application, with overrides. */
export async function createTestAccount(
  owner: Owner,
  applicationId: string,
  msisdn: string,
  { balance = '700', delayMs = 0, error = null as string | null } = {},
): Promise<void> {
  await owner.query(
    `INSERT INTO test_account (application_id, msisdn, type, status, currency, balance, frozen_balance, as_of,
       simulated_delay_ms, simulated_error, original)
     VALUES ($1, $2, 'customer', 'active', 'XOF', $3, 0, '2026-11-21T09:00:00Z', $4, $5, $6)
     ON CONFLICT DO NOTHING`,
    [
      applicationId,
      msisdn,
      balance,
      delayMs,
      error,
      { type: 'customer', status: 'active', currency: 'XOF', balance, frozenBalance: '0' },
    ],
  )
}

type AnnouncementInput = {
  kind?: AnnouncementKind
  title?: string
  startsAt?: string
  endsAt?: string
  endpoint?: DeprecableEndpoint
  sunset?: string
}

/** A published announcement that no one is to be e-mailed; a deprecation with `endpoint`. @returns its id */
export async function createAnnouncement(owner: Owner, input: AnnouncementInput = {}): Promise<string> {
  const { endpoint, endsAt, title = 'Tonight', startsAt = '2026-11-21T09:00:00Z' } = input
  const kind = endpoint ? 'deprecation' : (input.kind ?? 'maintenance')
  const sunset = endpoint ? (input.sunset ?? '2030-03-31') : null
  const id = newId()
  await owner.query(
    `INSERT INTO announcement (id, kind, title_en, title_fr, text_en, text_fr, starts_at, ends_at, audience, endpoint,
       sunset_on, published_by_id, published_at)
     VALUES ($1, $2, $3, $3 || ' (fr)', 'A pause.', 'Une pause.', $4, $5, 'everyone', $6, $7, $1, '2026-11-01T00:00:00Z')`,
    [id, kind, title, startsAt, endsAt, endpoint, sunset],
  )
  return id
}

/** Records an approved submission if the state needs one, then sets the state. */
async function reachState(owner: Owner, applicationId: string, state: ApplicationState): Promise<void> {
  if (state === 'activating' || state === 'active' || state === 'suspended') {
    const submissionId = newId()
    await owner.query(
      `INSERT INTO submission (id, application_id, number, state) VALUES ($1, $2, 1, 'approved')`,
      [submissionId, applicationId],
    )
    await owner.query(
      `INSERT INTO decision (id, submission_id, submission_version, reviewer_id, outcome, document_ids)
       VALUES ($1, $2, 1, $3, 'approved', '{}')`,
      // No one decides on their own application: the database refuses it.
      [newId(), submissionId, (await createDeveloper({ role: 'reviewer' }, owner)).id],
    )
  }
  await owner.query('UPDATE application SET state = $2 WHERE id = $1', [applicationId, state])
}
