import { createHash } from 'node:crypto'
import type { Role } from '@/generated/prisma/enums'
import type { AuditAction } from '@/lib/audit/actions'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { now, secondsFromNow } from '@/lib/clock'
import { database, onRow } from '@/lib/database'
import { lockDeveloper } from '@/lib/identity/administrators'
import { awaitsApproval, awaitsTerms, type Owed, pickOwed } from '@/lib/identity/owed'
import { findIssuer } from '@/lib/identity/provider-settings'
import type { NewAccessKey } from '@/lib/identity/schema'
import { newId, randomBase62 } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'

const prefix = 'guichet_personal_'
const keyLimit = 20
const seenStepMs = 60_000
/** The changes that a key is shown with. */
const maxUses = 5

/**
 * Creates a personal access key: `guichet_personal_` and 43 random characters, 256 bits, of which only the
 * hash is stored. Its owner gets a mail. The caller has required a confirmation.
 * @returns the key, which is shown this once; refused `access_key_limit` (there are 20), `ended` (the account has)
 */
export async function createAccessKey(
  { keyName: name, days, permission }: NewAccessKey,
  owner: Owner,
): Promise<Result<string, 'access_key_limit' | 'ended'>> {
  return database().$transaction(async (transaction) => {
    const developer = await lockDeveloper(transaction, owner.id)
    if (!developer || developer.suspendedAt) return refused('ended')
    const { id: developerId, sessionVersion } = developer
    if (
      (await transaction.personalAccessKey.count({ where: { developerId, ...live(sessionVersion) } })) >=
      keyLimit
    )
      return refused('access_key_limit')
    const [id, key] = [newId(), prefix + randomBase62(43)]
    const expiresAt = secondsFromNow(days * 24 * 3600)
    const mayChangeSandbox = permission === 'sandbox'
    const [keyHash, createdAt] = [hashKey(key), now()]
    await transaction.personalAccessKey.create({
      data: { id, developerId, sessionVersion, name, keyHash, createdAt, expiresAt, mayChangeSandbox },
    })
    await queueMail(transaction, developer, 'access-key-created', {
      name,
      expiresOn: expiresAt.toISOString(),
      mayChangeSandbox,
    })
    await recordAudit(
      transaction,
      owner,
      'access_key.created',
      { type: 'access_key', id },
      { name, days, permission },
    )
    return done(key)
  })
}

/** Ends one of the developer's own keys. @returns refused `not_found` for another's, or one that was removed */
export async function removeAccessKey(id: string, owner: Owner): Promise<Result<undefined, 'not_found'>> {
  return onRow(id, async (transaction) => {
    const { count } = await transaction.personalAccessKey.deleteMany({ where: { id, developerId: owner.id } })
    if (count === 0) return refused('not_found')
    await recordAudit(transaction, owner, 'access_key.removed', { type: 'access_key', id })
    return done(undefined)
  })
}

/** A change that a program made with a key; `application` is its name, null once it is deleted. */
export type KeyUse = { action: AuditAction; at: Date; application: string | null }

/** The developer's keys that still work, oldest first, each with its latest changes, newest first. */
export async function listAccessKeys(developerId: string) {
  const developer = await database().developer.findUniqueOrThrow({ where: { id: developerId } })
  const [keys, uses] = await Promise.all([
    database().personalAccessKey.findMany({
      where: { developerId, ...live(developer.sessionVersion) },
      orderBy: { id: 'asc' },
      omit: { keyHash: true },
    }),
    listKeyUses(developerId),
  ])
  return keys.map((key) => ({ ...key, uses: uses.filter(({ keyId }) => keyId === key.id) }))
}

/** From the audit log, in which each change is written with the key that made it. */
function listKeyUses(developerId: string) {
  return database().$queryRaw<(KeyUse & { keyId: string })[]>`
    SELECT k.id AS "keyId", e.action, e.at, a.name AS application
    FROM personal_access_key k
    CROSS JOIN LATERAL (
      SELECT * FROM audit_entry WHERE actor_id = k.developer_id AND detail->>'accessKey' = k.id::text
      ORDER BY sequence DESC LIMIT ${maxUses}::int) e
    LEFT JOIN application a ON e.subject_type = 'application' AND a.id::text = e.subject_id AND a.state <> 'deleted'
    WHERE k.developer_id = ${developerId}::uuid AND k.may_change_sandbox
    ORDER BY e.sequence DESC`
}

/**
 * Who calls with a key: its owner, as they act through it, what it allows, and what they owe before they may use it.
 */
export type KeyHolder = { keyId: string; owner: Owner; mayChangeSandbox: boolean; owes: Owed }

type Found = { keyId: string; id: string; role: Role; mayChangeSandbox: boolean; lastUsedAt: Date | null } & {
  factor: boolean
  terms: boolean
  approval: boolean
}

/**
 * Whose key this is. Memberships are the caller's to check. As the provider opened no session here, a role that came
 * from a claim is not held, and its owner owes what a developer does.
 * @returns null for an unknown or expired key, and for one that ended with a suspension, an erasure or a new password
 */
export async function findKeyHolder(key: string): Promise<KeyHolder | null> {
  if (!key.startsWith(prefix)) return null
  const [found] = await database().$queryRaw<Found[]>`
    SELECT k.id AS "keyId", d.id, r.role::text, k.may_change_sandbox AS "mayChangeSandbox", k.last_used_at AS "lastUsedAt",
           ${awaitsTerms} AS terms, ${awaitsApproval} AS approval,
           r.role <> 'developer' AND NOT EXISTS (SELECT FROM passkey p WHERE p.developer_id = d.id)
             AND NOT EXISTS (SELECT FROM totp_factor f WHERE f.developer_id = d.id AND f.confirmed_at IS NOT NULL)
             AND NOT EXISTS (SELECT FROM sign_in_identity i
                             WHERE i.developer_id = d.id AND i.issuer = ${findIssuer()}) AS factor
    FROM personal_access_key k
      JOIN developer d ON d.id = k.developer_id AND d.session_version = k.session_version
      CROSS JOIN LATERAL (SELECT CASE WHEN d.role_by_claim THEN 'developer' ELSE d.role END AS role) r
    WHERE k.key_hash = ${hashKey(key)} AND k.expires_at > ${now()}
      AND d.suspended_at IS NULL AND d.deleted_at IS NULL`
  if (!found) return null
  const { keyId, id, role, mayChangeSandbox, lastUsedAt, ...owes } = found
  const before = new Date(now().getTime() - seenStepMs)
  if (!lastUsedAt || lastUsedAt < before)
    await database().personalAccessKey.updateMany({ where: { id: keyId }, data: { lastUsedAt: now() } })
  return { keyId, owner: { id, role, accessKey: keyId }, mayChangeSandbox, owes: pickOwed(owes) }
}

function live(sessionVersion: number) {
  return { sessionVersion, expiresAt: { gt: now() } }
}

/** Random 256 bits need no slow hash. */
function hashKey(key: string) {
  return createHash('sha256').update(key).digest()
}
