import type { Pool } from 'pg'
import { type AuditHead, verifyAudit } from '@/lib/audit/verify'
import { getSettings } from '@/lib/env'
import { checkStoredKeys } from '@/lib/health/key-checks'
import { count } from '../command'
import { ArchiveError, type Manifest, type OnProgress } from './archive'

/**
 * Checks a restored database: the audit log is intact and ends where the backup's did, and the keys of this
 * installation are those of what it holds.
 * @throws ArchiveError that describes the problem
 */
export async function examine(pool: Pool, manifest: Manifest, onProgress: OnProgress): Promise<string[]> {
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
        `The data is restored, but ${settings[check as keyof typeof settings]} does not fit it (key ${values.key}): put the keys of the backup's installation in place.`,
      )
  const [opened, matched] = keys.map(({ values }) => values.count)
  return [
    `Audit log: ${checked} rows, nothing was changed, removed or reordered.`,
    `Keys: all ${opened} samples could be opened, and all ${matched} secrets match their hashes.`,
  ]
}

const settings = { encryption_keys: 'SECRET_ENCRYPTION_KEYS', hash_keys: 'SECRET_HASH_KEYS' }
