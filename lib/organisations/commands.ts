import { type Organisation, Prisma } from '@/generated/prisma/client'
import { findSubjectFor, lockSubject } from '@/lib/applications/subject'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { newId } from '@/lib/ids'
import { done, type Result, refused } from '@/lib/result'
import { requireShown } from '@/lib/shown'
import { moveOrganisation, recordOrganisationTransition } from './move-organisation'
import { withKey } from './registration-key'
import { type OrganisationRecord, readProposed, recordFields, verifiedFields } from './schema'
import { findOrganisationTransition } from './states'

/** Creates an organisation in `draft` with its first owner inside the caller's transaction. @returns its id */
export async function insertOrganisation(
  transaction: Transaction,
  record: OrganisationRecord,
  owner: Owner,
): Promise<string> {
  const at = now()
  const id = newId()
  await transaction.organisation.create({
    data: { ...withKey(record), id, createdAt: at, stateChangedAt: at },
  })
  const place = { organisationId: id, developerId: owner.id, role: 'owner', joinedAt: at } as const
  await transaction.applicationMember.create({ data: place })
  await recordOrganisationTransition(transaction, {
    organisationId: id,
    from: null,
    to: 'draft',
    actor: owner,
    at,
  })
  return id
}

/**
 * Changes an organisation's record. What identifies a verified one is only proposed: the verified record stays in force
 * until reviewers accept the change. A submission that waits for a decision becomes a new version, as
 * reviewers decide on the record too. The audit row has the names of the fields that changed.
 * @param given without those fields that stay as they are: a form of the previous version lacks a new one
 * @returns refused `not_found` (unknown, closed, not theirs to edit), `wrong_state` (suspended)
 */
export async function changeOrganisation(
  organisationId: string,
  given: Partial<OrganisationRecord>,
  owner: Owner,
): Promise<Result<{ proposed: boolean }, 'not_found' | 'wrong_state'>> {
  return database().$transaction(async (transaction) => {
    const find = () => findSubjectFor(owner.id, 'edit', organisationId, transaction)
    if ((await find())?.type !== 'organisation') return refused('not_found')
    await lockSubject(transaction, organisationId)
    const subject = await find()
    if (subject?.type !== 'organisation') return refused('not_found')
    const current = await transaction.organisation.findUniqueOrThrow({ where: { id: organisationId } })
    if (current.state === 'suspended') return refused('wrong_state')
    const shown = shownRecord(current)
    requireShown(shown)
    const record = { ...shown, ...given }
    const changed = recordFields.filter((field) => shown[field] !== record[field])
    const { inForce, proposed } = divide(current, record)
    await transaction.organisation.update({
      where: { id: organisationId },
      data: { ...withKey(inForce), proposed: proposed ?? Prisma.DbNull },
    })
    if (changed.length > 0)
      await transaction.submission.updateMany({
        where: { organisationId, state: 'in_validation' },
        data: { version: { increment: 1 } },
      })
    const detail = { changed, proposed: proposed !== null }
    const about = { type: 'organisation', id: organisationId } as const
    await recordAudit(transaction, owner, 'organisation.changed', about, detail)
    return done({ proposed: proposed !== null })
  })
}

/** What the form of an organisation's record shows: with what was proposed since it was verified. */
export function shownRecord(
  current: OrganisationRecord & Pick<Organisation, 'proposed'>,
): OrganisationRecord {
  return pick({ ...current, ...readProposed(current.proposed) }, recordFields)
}

function divide(current: Organisation, record: OrganisationRecord) {
  if (!current.verifiedAt) return { inForce: record, proposed: null }
  const differing = verifiedFields.filter((field) => current[field] !== record[field])
  return {
    inForce: { ...record, ...pick(current, verifiedFields) },
    proposed: differing.length > 0 ? pick(record, differing) : null,
  }
}

function pick<Source, Field extends keyof Source>(source: Source, fields: readonly Field[]) {
  return Object.fromEntries(fields.map((field) => [field, source[field]])) as Pick<Source, Field>
}

/**
 * Closes an organisation inside the caller's transaction, who records it: its state, and an open submission.
 * @returns false if it cannot be closed any more
 */
export async function closeOrganisation(
  transaction: Transaction,
  organisationId: string,
  owner: Owner,
): Promise<boolean> {
  const { state } = await transaction.organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const transition = findOrganisationTransition(state, 'close', 'owner')
  if (!transition) return false
  const { from, to } = transition
  await moveOrganisation(transaction, { organisationId, from, to, actor: owner })
  await transaction.submission.updateMany({
    where: { organisationId, state: { in: ['draft', 'in_validation', 'changes_requested'] } },
    data: { state: 'withdrawn', claimedById: null, claimedUntil: null },
  })
  return true
}
