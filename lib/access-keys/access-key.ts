import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Role } from '@/generated/prisma/enums'
import type { AuditAction, Owner } from '@/lib/audit/schema'
import { now, secondsFromNow } from '@/lib/clock'
import { command, type Target } from '@/lib/commands/command'
import { database } from '@/lib/database'
import { findIssuer } from '@/lib/identity/provider-settings'
import {
  firstRequiredAction,
  type RequiredAction,
  requiresApprovalSql,
  requiresTermsSql,
} from '@/lib/identity/required-action'
import { shortName } from '@/lib/identity/schema'
import { self } from '@/lib/identity/target'
import { newId, randomBase62 } from '@/lib/ids'
import { done, refused } from '@/lib/result'

const prefix = 'guichet_personal_'
const keyLimit = 20
const seenStepMs = 60_000
/** The changes that a key is shown with. */
const maxUses = 5

/** Days that a personal access key may last. */
export const accessKeyDays = { default: 90, max: 365 } as const

/** What programs may do with a personal access key. */
export const accessKeyPermissions = ['read', 'sandbox'] as const

/** The form of a new personal access key. */
export const accessKeySchema = z.object({
  keyName: shortName({ tooLong: 'name_too_long', wrong: 'name_unsafe' }).pipe(
    z.string().min(1, 'name_required'),
  ),
  days: z
    .string('days')
    .regex(/^[1-9]\d{0,2}$/, 'days')
    .transform(Number)
    .pipe(z.int().max(accessKeyDays.max, 'days')),
  permission: z.enum(accessKeyPermissions, 'permission').default('read'),
})

/**
 * Creates a personal access key: `guichet_personal_` and 43 random characters, 256 bits, of which only the hash is
 * stored.
 * @returns the key, which is shown this once; refused `limit` (there are 20), `not_found` (the account has ended)
 */
export const createAccessKey = command({
  on: self,
  right: 'self',
  confirm: 'always',
  notifies: 'person',
  input: accessKeySchema,
  audit: 'access_key.created',
  async run({ transaction, developer, input: { keyName: name, days, permission }, mail, record }) {
    const { id: developerId, sessionVersion } = developer
    const where = { developerId, ...live(sessionVersion) }
    if ((await transaction.personalAccessKey.count({ where })) >= keyLimit) return refused('limit')
    const [id, key] = [newId(), prefix + randomBase62(43)]
    const expiresAt = secondsFromNow(days * 24 * 3600)
    const mayChangeSandbox = permission === 'sandbox'
    const [keyHash, createdAt] = [hashKey(key), now()]
    await transaction.personalAccessKey.create({
      data: { id, developerId, sessionVersion, name, keyHash, createdAt, expiresAt, mayChangeSandbox },
    })
    const expiresOn = expiresAt.toISOString()
    await mail(developer, 'access-key-created', { name, expiresOn, mayChangeSandbox })
    record({ type: 'access_key', id }, { name, days, permission })
    return done(key)
  },
})

/** A key of the person who acts. */
const accessKey: Target<'accessKey', { id: string }, 'self'> = {
  name: 'accessKey',
  find: (transaction, _right, id, { id: developerId }) =>
    transaction.personalAccessKey.findFirst({
      where: { id, developerId: developerId ?? '' },
      select: { id: true },
    }),
  async lock(transaction, id) {
    await transaction.$queryRaw`SELECT id FROM personal_access_key WHERE id = ${id}::uuid FOR UPDATE`
  },
  subject: ({ id }) => ({ type: 'access_key', id }),
}

/** Removes a key: programs that use it stop working. @returns refused `not_found` for another's, or a removed one */
export const removeAccessKey = command({
  on: accessKey,
  right: 'self',
  irreversible: true,
  audit: 'access_key.removed',
  async run({ transaction, accessKey: { id }, record }) {
    await transaction.personalAccessKey.delete({ where: { id } })
    record({ type: 'access_key', id })
    return done(undefined)
  },
})

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
export type KeyHolder = { keyId: string; owner: Owner; mayChangeSandbox: boolean; owes: RequiredAction }

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
           ${requiresTermsSql} AS terms, ${requiresApprovalSql} AS approval,
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
  return { keyId, owner: { id, role, accessKey: keyId }, mayChangeSandbox, owes: firstRequiredAction(owes) }
}

function live(sessionVersion: number) {
  return { sessionVersion, expiresAt: { gt: now() } }
}

/** Random 256 bits need no slow hash. */
function hashKey(key: string) {
  return createHash('sha256').update(key).digest()
}
