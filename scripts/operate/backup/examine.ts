import type { Pool } from 'pg'
import { type AuditHead, verifyAudit } from '@/lib/audit/verify'
import { decryptSecret } from '@/lib/credentials/stored-secret'
import { count } from '../command'
import { ArchiveError, type Manifest, type OnProgress } from './archive'

const sampledSecrets = 100

/**
 * Checks a restored database: the audit log is intact and ends where the backup's did, and the keys of this
 * installation open its secrets.
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
  const opened = await openSecrets(pool)
  return [
    `Audit log: ${checked} rows, nothing was changed, removed or reordered.`,
    `Keys: ${opened} of ${opened} secrets that were tried could be opened.`,
  ]
}

async function openSecrets(pool: Pool): Promise<number> {
  const { rows } = await pool.query(
    `SELECT id, ciphertext, encryption_key_id AS "encryptionKeyId" FROM client_secret
     WHERE revoked_at IS NULL ORDER BY id DESC LIMIT $1`,
    [sampledSecrets],
  )
  for (const secret of rows) {
    try {
      decryptSecret(secret)
    } catch (error) {
      throw new ArchiveError(
        `The data is restored, but SECRET_ENCRYPTION_KEYS does not open it (${(error as Error).message}): put the keys of the backup's installation in place.`,
      )
    }
  }
  return rows.length
}
