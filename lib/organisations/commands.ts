import type { z } from 'zod'
import { type Organisation, Prisma } from '@/generated/prisma/client'
import { isTeamRight, openOrganisationTo, type Right } from '@/lib/applications/rights'
import { openStates } from '@/lib/applications/states'
import { lockSubject } from '@/lib/applications/subject'
import type { Owner } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { command, type Target } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { newId } from '@/lib/ids'
import { done, refused } from '@/lib/result'
import { moveOrganisation, recordOrganisationTransition } from './move-organisation'
import { withKey } from './registration-key'
import {
  type OrganisationRecord,
  organisationSchema,
  readProposed,
  recordFields,
  verifiedFields,
} from './schema'
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
  await transaction.membership.create({ data: place })
  await recordOrganisationTransition(transaction, {
    organisationId: id,
    from: null,
    to: 'draft',
    actor: owner,
    at,
  })
  return id
}

/** An organisation: of someone on its team with the right, or any that is not closed, for staff and the system. */
export const organisation: Target<'organisation', Organisation, Right> = {
  name: 'organisation',
  find: (transaction, right, id, actor) => {
    const open = isTeamRight(right)
      ? openOrganisationTo(actor.id ?? '', right)
      : { state: { not: 'closed' } as const }
    return transaction.organisation.findFirst({ where: { id, ...open } })
  },
  lock: lockSubject,
  subject: ({ id }) => ({ type: 'organisation', id }),
}

/**
 * Changes an organisation's record. What identifies a verified one is only proposed: the verified record stays in force
 * until reviewers accept the change. A submission that waits for a decision becomes a new version, as
 * reviewers decide on the record too. The audit row has the names of the fields that changed.
 * Fields that are not given stay as they are: a form of the previous version lacks a new one.
 * @returns refused `wrong_state` (suspended)
 */
export const changeOrganisation = command({
  on: organisation,
  right: 'edit',
  input: organisationSchema as z.ZodType<Partial<OrganisationRecord>>,
  audit: 'organisation.changed',
  version: ({ organisation: current }) =>
    current.state === 'suspended' ? undefined : versionedRecord(current),
  async run({ transaction, organisation: current, input, record }) {
    const { id: organisationId } = current
    if (current.state === 'suspended') return refused('wrong_state')
    const shown = versionedRecord(current)
    const next = { ...shown, ...input }
    const changed = recordFields.filter((field) => shown[field] !== next[field])
    const { inForce, proposed } = divide(current, next)
    await transaction.organisation.update({
      where: { id: organisationId },
      data: { ...withKey(inForce), proposed: proposed ?? Prisma.DbNull },
    })
    if (changed.length > 0)
      await transaction.submission.updateMany({
        where: { organisationId, state: 'in_validation' },
        data: { version: { increment: 1 } },
      })
    record(organisation.subject(current), { changed, proposed: proposed !== null })
    return done({ proposed: proposed !== null })
  },
})

/** What the form of an organisation's record shows: with what was proposed since it was verified. */
export function versionedRecord(
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
    where: { organisationId, state: { in: openStates } },
    data: { state: 'withdrawn', assigneeId: null, assignedUntil: null },
  })
  return true
}
