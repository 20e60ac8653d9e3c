import { resolve } from 'node:path'
import type { Pool } from 'pg'
import type { Settings } from '@/lib/env'
import type { Keyring } from '@/lib/keyring'
import { reportOnce } from './causes'
import { checkAudit, checkBackup } from './command-runs'
import { checkClock, checkDatabase, checkMigrations, checkTemporaryTables } from './database-checks'
import { checkTokenKeys } from './gateway-keys'
import { checkStoredKeys } from './key-checks'
import { checkDisk } from './machine-checks'
import { checkMailQueue, checkRelay } from './mail-checks'
import { checkCertificates, checkLimitStore, checkProcesses, checkScanner } from './network-checks'
import { checkProvider } from './provider-check'
import { checkGatewayRoles } from './role-checks'
import { type Finding, stateOf } from './schema'
import { checkStandbys } from './standby-checks'
import { checkStatements } from './statement-checks'
import { checkWork } from './work-checks'

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
    stateOf(database) === 'failed'
      ? []
      : await checkStored(pool, settings, { tokenKeys, standbyUrls, gatewayUrls, workerUrl })
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
    ...(stateOf(migrations) === 'failed'
      ? []
      : [...(await checkWork(pool, FEED_EXPECTED_SECONDS)), await checkBackup(pool), await checkAudit(pool)]),
  ]
}

function publicAddresses(settings: Settings): string[] {
  const { PORTAL_URL, SANDBOX_AUTH_URL, SANDBOX_BASE_URL, PRODUCTION_AUTH_URL, PRODUCTION_BASE_URL } =
    settings
  return [PORTAL_URL, SANDBOX_AUTH_URL, SANDBOX_BASE_URL, PRODUCTION_AUTH_URL, PRODUCTION_BASE_URL]
}
