import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Settings } from '@/lib/env'
import type { Feature } from '@/lib/feature'
import { fetchFromProvider } from '@/lib/identity/provider-fetch'
import type { Keyring } from '@/lib/keyring'
import { createPool } from '@/lib/pool'
import { gatewaySettings, writeRoleSettings } from '@/lib/role-settings'
import { reportOnce } from './causes'
import { checkAudit, checkBackup } from './command-runs'
import {
  checkClock,
  checkDatabase,
  checkMigrations,
  checkStandbys,
  checkTemporaryTables,
} from './database-checks'
import { checkTokenKeys } from './gateway-keys'
import { checkStoredKeys } from './key-checks'
import {
  checkCertificates,
  checkLimitStore,
  checkMailQueue,
  checkProcesses,
  checkRelay,
  checkScanner,
} from './network-checks'
import { checks, type Finding, healthStateOf, reasonOf } from './schema'
import { checkStatements } from './statement-checks'

/** Parts that a process may not have; if absent, the finding says that another process has to check. */
export type HeldElsewhere = {
  smtpUrl?: string
  redisUrl?: string | null
  tokenKeys?: Keyring
  standbyUrls?: string[]
  /** Sentences about variables that were probably meant as settings. */
  misspelt?: string[]
  /** How gateways connect to the primary. */
  gatewayUrls?: string[]
  /** How the worker connects, if not as the portal does. */
  workerUrl?: string
}

/**
 * Checks a running installation. Changes nothing, and takes a few seconds at most.
 * @returns findings in a fixed order, one for each cause; those that need the database are left out while it does not
 *   respond
 */
export async function runChecks(
  features: readonly Feature[],
  pool: Pool,
  settings: Settings,
  { smtpUrl, redisUrl, tokenKeys, standbyUrls, misspelt = [], gatewayUrls = [], workerUrl }: HeldElsewhere,
): Promise<Finding[]> {
  const dataDir = resolve(/* turbopackIgnore: true */ process.cwd(), settings.DATA_DIR)
  const [database, processes, relay, store, scanner, provider, certificates, disk] = await Promise.all([
    checkDatabase(pool),
    checkProcesses(settings),
    checkRelay(smtpUrl, settings.MAIL_FROM),
    checkLimitStore(redisUrl),
    checkScanner(settings.CLAMD_URL),
    checkProvider(settings.OIDC_ISSUER),
    checkCertificates(publicAddresses(settings)),
    checkDisk(dataDir),
  ])
  const stored =
    healthStateOf(database) === 'failed'
      ? []
      : await checkStored(features, pool, settings, { tokenKeys, standbyUrls, gatewayUrls, workerUrl })
  const named: Finding =
    misspelt.length > 0
      ? { check: 'settings', outcome: 'misspelt', values: { reason: misspelt.join(' ') } }
      : { check: 'settings', outcome: 'good', values: {} }
  return reportOnce([
    named,
    database,
    ...processes,
    ...stored,
    relay,
    store,
    scanner,
    provider,
    ...certificates,
    disk,
  ])
}

/** What a database that responds is asked. */
async function checkStored(
  features: readonly Feature[],
  pool: Pool,
  settings: Settings,
  { tokenKeys, standbyUrls = [], gatewayUrls = [], workerUrl }: HeldElsewhere,
): Promise<Finding[]> {
  const { SECRET_ENCRYPTION_KEYS, SECRET_HASH_KEYS, LOST_KEYS, DATABASE_READ_STALENESS } = settings
  const { FEED_DATABASE_URL, FEED_EXPECTED_SECONDS } = settings
  const naming = [...gatewayUrls, ...standbyUrls, workerUrl, FEED_DATABASE_URL]
  const migrations = await checkMigrations(pool)
  return [
    migrations,
    await checkTemporaryTables(pool),
    await checkClock(pool),
    ...(await checkStoredKeys(pool, SECRET_ENCRYPTION_KEYS, SECRET_HASH_KEYS, LOST_KEYS)),
    await checkTokenKeys(pool, tokenKeys),
    await checkMailQueue(),
    ...(await checkStatements(naming.filter((url) => url !== undefined))),
    ...(await checkGatewayRoles(pool, gatewayUrls, workerUrl)),
    ...(await checkStandbys(pool, standbyUrls, DATABASE_READ_STALENESS)),
    // An older schema may lack their tables.
    ...(healthStateOf(migrations) === 'failed'
      ? []
      : [
          ...(await checkWork(features, pool, FEED_EXPECTED_SECONDS)),
          await checkBackup(pool),
          await checkAudit(pool),
        ]),
  ]
}

function publicAddresses(settings: Settings): string[] {
  const { PORTAL_URL, SANDBOX_AUTH_URL, SANDBOX_BASE_URL, PRODUCTION_AUTH_URL, PRODUCTION_BASE_URL } =
    settings
  return [PORTAL_URL, SANDBOX_AUTH_URL, SANDBOX_BASE_URL, PRODUCTION_AUTH_URL, PRODUCTION_BASE_URL]
}

const gigabyte = 1e9

/**
 * Free space in DATA_DIR, which the embedded database, logs and backups fill. A process with an external database, in
 * its own container or unit, may have no such folder.
 */
export async function checkDisk(dataDir: string): Promise<Finding> {
  const found = await statfs(dataDir).catch((error: NodeJS.ErrnoException) => error)
  if (found instanceof Error)
    return found.code === 'ENOENT'
      ? { check: 'disk', outcome: 'absent', values: {} }
      : { check: 'disk', outcome: 'unreadable', values: { reason: found.code ?? found.message } }
  const { bavail, bsize, blocks } = found
  const free = bavail * bsize
  const values = {
    free: Math.round(free / (gigabyte / 10)) / 10,
    percent: Math.round((bavail / blocks) * 100),
  }
  const outcome = free < gigabyte / 2 ? 'full' : free < 2 * gigabyte || values.percent < 5 ? 'low' : 'good'
  return { check: 'disk', outcome, values }
}

const timeoutMs = 3000

/**
 * Whether the roles of the gateways are theirs alone, and have the settings of `lib/role-settings.ts`.
 * @param pool of the portal
 * @param urls of the gateways; one that does not respond is left to the check of named statements
 * @param workerUrl of the worker, if it has its own
 */
export async function checkGatewayRoles(pool: Pool, urls: string[], workerUrl?: string): Promise<Finding[]> {
  const { rows } = await pool.query('SELECT current_user AS role')
  const others = [rows[0].role, workerUrl && decodeURIComponent(new URL(workerUrl).username)]
  const found = await Promise.all([...new Set(urls)].map((url) => checkRole(url, others)))
  return found.filter((finding) => finding !== null)
}

async function checkRole(url: string, others: string[]): Promise<Finding | null> {
  const pool = createPool(url, 1, 'guichet-doctor', timeoutMs)
  try {
    const { rows } = await pool.query(
      `SELECT current_user AS role, array_agg(name) FILTER (WHERE current_setting(name, true) IS DISTINCT FROM value) AS unset
       FROM unnest($1::text[], $2::text[]) AS wanted (name, value)`,
      [Object.keys(gatewaySettings), Object.values(gatewaySettings)],
    )
    const { role, unset } = rows[0] as { role: string; unset: string[] | null }
    const statements = `${writeRoleSettings(role, gatewaySettings).join('; ')};`
    const outcome = others.includes(role) ? 'shared' : unset ? 'unset' : 'good'
    const values = { role, names: unset?.join(', ') ?? '', statements }
    return { check: 'gateway_role', outcome, subject: role, values }
  } catch {
    return null
  } finally {
    await pool.end()
  }
}

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.url().optional() })
const keysSchema = z.object({ keys: z.array(z.unknown()).min(1) })

/**
 * Whether staff could sign in with the provider: its metadata can be read (OpenID Connect Discovery §4),
 * names the issuer that is configured, and leads to at least one key.
 * @param issuer OIDC_ISSUER
 */
export async function checkProvider(issuer: string | undefined): Promise<Finding> {
  if (!issuer) return { check: 'provider', outcome: 'unused', values: {} }
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const metadata = await read(address, metadataSchema)
  if (!metadata.ok) return unreachable(address, metadata.reason)
  const { issuer: named, jwks_uri: keysAddress } = metadata.value
  if (!isSame(named, issuer)) return { check: 'provider', outcome: 'other_issuer', values: { issuer, named } }
  if (!keysAddress) return { check: 'provider', outcome: 'no_keys', values: { address } }
  const keys = await read(keysAddress, keysSchema)
  if (keys.ok) return { check: 'provider', outcome: 'good', values: { issuer } }
  return keys.reason === malformed
    ? { check: 'provider', outcome: 'no_keys', values: { address: keysAddress } }
    : unreachable(keysAddress, keys.reason)
}

function unreachable(address: string, reason: string): Finding {
  return { check: 'provider', outcome: 'unreachable', values: { address, reason } }
}

const malformed = 'malformed'

async function read<Schema extends z.ZodType>(
  address: string,
  schema: Schema,
): Promise<{ ok: true; value: z.output<Schema> } | { ok: false; reason: string }> {
  try {
    const response = await fetchFromProvider(address)
    if (!response.ok) return { ok: false, reason: `HTTP ${response.status}` }
    const parsed = schema.safeParse(await response.json().catch(() => null))
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, reason: malformed }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

/** As discovery compares them (`findIssuer`). */
function isSame(named: string, issuer: string): boolean {
  return URL.canParse(named) && new URL(named).href === new URL(issuer).href
}

/**
 * Whether the work gets done, as far as the database shows it, for rules of ops/alerts.yml: a process may respond and
 * do nothing. In the order of the table of checks.
 * @param expectedSeconds FEED_EXPECTED_SECONDS; without it, no one knows how long a wallet may be silent
 */
export async function checkWork(
  features: readonly Feature[],
  pool: Pick<Pool, 'query'>,
  expectedSeconds?: number,
): Promise<Finding[]> {
  const work = new Map(features.flatMap(({ checks: own = {} }) => Object.entries(own)))
  const findings = await Promise.all(
    Object.keys(checks).map(async (check) => {
      const given = work.get(check)
      if (!given) return []
      const statement = typeof given === 'string' ? given : await given()
      const { rows } = await pool.query(`WITH given (expected) AS (VALUES ($1::float8)) ${statement}`, [
        expectedSeconds,
      ])
      return rows.map(({ outcome, subject, ...columns }): Finding => {
        const values = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null))
        return { check, outcome, ...(subject && { subject }), values } as Finding
      })
    }),
  )
  return findings.flat()
}
