import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { Pool } from 'pg'
import pino from 'pino'
import { createGateway } from '@/gateway/app'
import { type AuditHead, verifyAudit } from '@/lib/audit/verify'
import { decryptSecret } from '@/lib/credentials/commands'
import { getSettings, keyNames, refuseMissingKeys, requireSetting, SettingsError } from '@/lib/env'
import { checkStoredKeys } from '@/lib/health/key-checks'
import { createPool, withClient } from '@/lib/pool'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import type { ProcessRoles } from '@/prisma/grants'
import { writeFileAs } from '@/scripts/launch/postgres/owned-file'
import { claimDataDir } from '@/scripts/launch/start/claim'
import { checkExternal, type Database, startEmbedded } from '@/scripts/launch/start/database'
import { chooseKeys, readSettings } from '@/scripts/launch/start/installation'
import { type Keys, makeKeys, prepareKeys, readKeys } from '@/scripts/launch/start/keys'
import { stopLater } from '@/scripts/launch/start/shutdown'
import { ArchiveError, isEncrypted, type Manifest, type OnProgress, verifyArchive } from './backup/archive'
import { decryptWith, readIdentities, refuseWrongIdentity, type Step } from './backup/encryption'
import { type ExportedKeys, readExportedKeys } from './backup/keys-file'
import { countRows, loadArchive } from './backup/load'
import { finishTarget, openTarget, prepareTarget } from './backup/target'
import { count, defineCommand, getCallersFolder, ifInterrupted, print } from './command'
import { createProgress } from './output'

export default defineCommand({
  usage: `Usage: guichet restore BACKUP [--identity FILE] [--check]
       guichet restore BACKUP --keys FILE [--identity FILE] [--check]

Loads a backup into the empty database of DATABASE_URL, with the keys of the environment. All of it is verified before the
first row is written. Every session ends. If it is interrupted, no process starts on the database until it has been run
again.

  --identity  the file with the secret key of age, for a backup that was made with --recipient
  --keys      loads it into a new embedded database in DATA_DIR instead, with the keys of this file
  --check     afterwards starts a gateway on it, and gets a token and a balance with an application's own secret`,
  options: { keys: { type: 'string' }, identity: { type: 'string' }, check: { type: 'boolean' } },
  operands: ['BACKUP'],
  async run({ keys, identity, check }, [backup = '']) {
    ifInterrupted('Nothing was restored.')
    const folder = resolve(getCallersFolder(), backup)
    if (!existsSync(folder)) throw new ArchiveError(`${folder}: there is no such folder.`)
    const progress = createProgress()
    try {
      // The whole archive is checked before the first row is written.
      const manifest = await verifyArchive(folder, progress.show)
      const decrypt = await openEncrypted(folder, manifest, identity)
      const keysFile = keys === undefined ? undefined : resolve(getCallersFolder(), keys)
      await restore({ folder, manifest, decrypt }, await openDestination(keysFile), check ?? false, progress)
      return 0
    } finally {
      progress.end()
    }
  },
})

type Source = { folder: string; manifest: Manifest; decrypt: Step | undefined }

/** @throws ArchiveError before anything is written, when the key is missing or wrong */
async function openEncrypted(folder: string, manifest: Manifest, identity: string | undefined) {
  if (!isEncrypted(manifest)) return undefined
  if (identity === undefined)
    throw new ArchiveError(`${folder}: is encrypted, so give the file with its secret key: --identity FILE.`)
  const decrypter = readIdentities(resolve(getCallersFolder(), identity))
  for (const { file } of manifest.tables) await refuseWrongIdentity(join(folder, file), decrypter)
  return decryptWith(decrypter)
}

/** The target database of a restore: how its owner and the gateways connect, and the grants of each role. */
type Destination = { url: string; gateways: Gateways; roles: ProcessRoles }

type Gateways = Record<'sandbox' | 'production', string>

/**
 * The database of DATABASE_URL, or a new embedded one that runs until this process ends. Its keys are then those of
 * this process.
 * @throws SettingsError when keys are missing, or an installation runs there
 */
async function openDestination(keysFile: string | undefined): Promise<Destination> {
  const { settings, dataDir } = readSettings()
  const { DATABASE_URL } = settings
  if (DATABASE_URL) {
    if (keysFile) throw new SettingsError('--keys: with DATABASE_URL the keys come from the environment.')
    refuseMissingKeys(settings, ['SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS', 'TOKEN_KEYS'])
    return adopt(await checkExternal({ ...settings, DATABASE_URL }))
  }
  await claimDataDir(dataDir)
  placeKeys(dataDir, keysFile)
  const keys = prepareKeys(dataDir)
  const database = await startEmbedded(dataDir, keys.databasePasswords)
  stopLater(() => database.stop())
  Object.assign(process.env, chooseKeys(keys))
  return adopt(database)
}

function adopt({ databases, roles }: Database): Destination {
  process.env.DATABASE_URL = databases.owner
  const { owner, gateway, sandbox = gateway, production = gateway } = databases
  return { url: owner, gateways: { sandbox, production }, roles }
}

/** A new embedded database would generate its own keys, which open nothing of the backup. */
function placeKeys(dataDir: string, keysFile: string | undefined): void {
  const path = join(dataDir, 'keys.json')
  const found = readKeys(dataDir)
  if (found) {
    if (keysFile) refuseOtherKeys(readExportedKeys(keysFile), found, path)
    return
  }
  if (!keysFile)
    throw new SettingsError(
      'The keys of the backup are missing: give the file that "guichet backup --keys FILE" wrote with --keys FILE.',
    )
  const keys = { ...makeKeys(), ...readExportedKeys(keysFile) }
  writeFileAs(null, path, `${JSON.stringify(keys, null, 2)}\n`)
}

/** A restore that was killed has left the keys of its file there. */
function refuseOtherKeys(given: ExportedKeys, found: Keys, path: string): void {
  if (keyNames.every((name) => given[name] === found[name])) return
  throw new SettingsError(`--keys: ${path} already holds other keys. Set DATA_DIR to an empty folder.`)
}

async function restore(
  { folder, manifest, decrypt }: Source,
  { url, gateways, roles }: Destination,
  check: boolean,
  progress: ReturnType<typeof createProgress>,
): Promise<void> {
  const began = performance.now()
  ifInterrupted('No process starts on this database until you have run "guichet restore" again.')
  await withClient({ connectionString: url, application_name: 'guichet-restore' }, async (client) => {
    const isLoaded = await prepareTarget(client, url, manifest)
    if (!isLoaded) await loadArchive(client, folder, manifest, progress.show, decrypt)
    await finishTarget(client, url, roles)
    progress.end()
    const { tables, madeAt } = manifest
    print(`${count(countRows(manifest), 'row')} of ${tables.length} tables restored, as of ${madeAt}.`)
    const pool = createPool(url, 2, 'guichet-restore')
    try {
      for (const line of await examine(pool, manifest, progress.show)) print(line)
      if (check) print(await tryApplication(pool, gateways))
    } finally {
      await pool.end()
      // Also when a check fails: everything of the backup is there, as it was.
      await openTarget(client)
    }
  })
  ifInterrupted('The restore is complete.')
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  print(`Done in ${seconds} s. Every session has ended; "npm start" continues from here.`)
}

/**
 * Checks a restored database: the audit log is intact and ends where the backup's did, and the keys of this
 * installation are those of what it holds.
 * @throws ArchiveError that describes the problem
 */
async function examine(pool: Pool, manifest: Manifest, onProgress: OnProgress): Promise<string[]> {
  const anchors: AuditHead[] = manifest.auditHead ? [manifest.auditHead] : []
  const { checked, faults } = await verifyAudit(pool, {
    anchors,
    onProgress: (done, total) => onProgress('audit rows', done, total),
  })
  if (faults.length > 0)
    throw new ArchiveError(
      `The audit log is not intact (${count(faults.length, 'fault')}): see guichet audit:verify.`,
    )
  const { LOST_KEYS, SECRET_ENCRYPTION_KEYS, SECRET_HASH_KEYS } = getSettings()
  const keys = await checkStoredKeys(pool, SECRET_ENCRYPTION_KEYS, SECRET_HASH_KEYS, LOST_KEYS)
  for (const { check, outcome, values } of keys)
    if (outcome !== 'good')
      throw new ArchiveError(
        `The data is restored, but ${settingOfCheck[check as keyof typeof settingOfCheck]} does not fit it (key ${values.key}): put the keys of the backup's installation in place.`,
      )
  const [opened, matched] = keys.map(({ values }) => values.count)
  return [
    `Audit log: ${checked} rows, nothing was changed, removed or reordered.`,
    `Keys: all ${opened} samples could be opened, and all ${matched} secrets match their hashes.`,
  ]
}

const settingOfCheck = { encryption_keys: 'SECRET_ENCRYPTION_KEYS', hash_keys: 'SECRET_HASH_KEYS' }

type Candidate = {
  environment: 'sandbox' | 'production'
  clientId: string
  secret: Parameters<typeof decryptSecret>[0]
  account: { msisdn: string; value: string; currency: string } | null
}

/**
 * Starts a gateway on the restored database, gets a token with an application's own secret and queries a balance, as
 * its program would.
 * @returns a sentence about what was tried
 * @throws ArchiveError if the response differs from the database
 */
async function tryApplication(owner: Pool, gateways: Gateways): Promise<string> {
  const candidate = await findCandidate(owner)
  if (!candidate) return 'No application in it can obtain a token, so none was tried.'
  const pool = createPool(gateways[candidate.environment], 4, 'guichet-restore-check')
  const gateway = createGateway(options(candidate, pool))
  try {
    await once(gateway.server.listen(0, '127.0.0.1'), 'listening')
    const { port } = gateway.server.address() as AddressInfo
    return await call(`http://127.0.0.1:${port}`, candidate)
  } finally {
    await gateway.close()
    await pool.end()
  }
}

/** The most recently used application with access to an account that is not deliberately slow or failing. */
async function findCandidate(owner: Pool): Promise<Candidate | null> {
  const { rows } = await owner.query(`
    SELECT a.environment, a.client_id AS "clientId", s.id, s.ciphertext, s.encryption_key_id AS "encryptionKeyId",
           w.msisdn::text, w.balance::text AS value, w.currency
    FROM application a
    JOIN client_secret s ON s.application_id = a.id AND s.revoked_at IS NULL AND s.retires_at IS NULL
    LEFT JOIN LATERAL (
      SELECT * FROM wallet_account w
      WHERE w.environment = a.environment AND w.simulated_delay_ms = 0 AND NOT w.simulated_outage
        AND (a.access = 'all' OR EXISTS (
          SELECT FROM account_grant g WHERE g.application_id = a.id AND g.msisdn = w.msisdn))
      LIMIT 1) w ON true
    WHERE a.state = 'active' AND NOT a.owner_suspended
    ORDER BY w.msisdn IS NULL, s.last_used_at DESC NULLS LAST LIMIT 1`)
  const [row] = rows
  if (!row) return null
  const { environment, clientId, msisdn, value, currency, ...secret } = row
  return { environment, clientId, secret, account: msisdn ? { msisdn, value, currency } : null }
}

function options({ environment }: Candidate, pool: Pool): Parameters<typeof createGateway>[0] {
  const settings = getSettings()
  return {
    environment,
    pool,
    secretHashKeys: requireSetting('SECRET_HASH_KEYS'),
    tokenKeys: requireSetting('TOKEN_KEYS'),
    renewalWindow: settings.TOKEN_RENEWAL_WINDOW,
    rateLimit: 0,
    authUrl: 'http://127.0.0.1',
    baseUrl: 'http://127.0.0.1',
    portalUrl: settings.PORTAL_URL,
    trustedProxies: [],
    logger: pino({ level: 'silent' }),
  }
}

async function call(origin: string, { environment, clientId, secret, account }: Candidate): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: decryptSecret(secret),
  })
  const token = await answerOf(await fetch(`${origin}/oauth/token`, { method: 'POST', body }))
  if (token.status !== 200) throw new ArchiveError(`${clientId} got no token: ${token.status} ${token.text}`)
  const { access_token } = JSON.parse(token.text)
  // Without any account, a 404 proves as much as a balance.
  const query = new URLSearchParams({ msisdn: account?.msisdn ?? reservedMsisdn })
  const headers = { Authorization: `Bearer ${access_token}` }
  const answer = await answerOf(await fetch(`${origin}/api/eWallet/v1/account?${query}`, { headers }))
  const expected = account
    ? answer.status === 200 &&
      answer.text.includes(`"balance":{"value":${account.value},"unit":"${account.currency}"}`)
    : answer.status === 404
  if (!expected)
    throw new ArchiveError(`${clientId} got status ${answer.status} instead of the stored account.`)
  const seen = account ? `the balance of an account, as it is stored` : 'that there is no account'
  return `${clientId} (${environment}) obtained a token and ${seen}.`
}

async function answerOf(response: Response): Promise<{ status: number; text: string }> {
  return { status: response.status, text: await response.text() }
}
