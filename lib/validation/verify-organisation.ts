import { Prisma } from '@/generated/prisma/client'
import type { Transaction } from '@/lib/database'
import type { LockedSubmission } from '@/lib/documents/locked-submission'
import { readProposed } from '@/lib/organisations/schema'

/**
 * Whether another verified organisation has the country and registration number that this approval would put in force; the index
 * `organisation_verified_key` refuses it too.
 */
export async function isAnotherVerified(
  transaction: Transaction,
  { organisation }: LockedSubmission,
): Promise<boolean> {
  if (!organisation) return false
  const { country, registrationNumber } = { ...organisation, ...readProposed(organisation.proposed) }
  // Two that are approved at the same moment take turns, as neither is in the index yet.
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('organisation_verified'))`
  const found = await transaction.$queryRaw<unknown[]>`
    SELECT FROM organisation WHERE id <> ${organisation.id}::uuid AND verified_at IS NOT NULL AND state <> 'closed'
      AND country = ${country}
      AND upper(translate(registration_number, ' ./:_-', '')) = upper(translate(${registrationNumber}, ' ./:_-', ''))`
  return found.length > 0
}

/** Puts what was proposed in force, as reviewers have accepted it. */
export async function acceptRecord(
  transaction: Transaction,
  { organisation }: LockedSubmission,
): Promise<void> {
  if (!organisation?.proposed) return
  await transaction.organisation.update({
    where: { id: organisation.id },
    data: { ...readProposed(organisation.proposed), proposed: Prisma.DbNull },
  })
}
