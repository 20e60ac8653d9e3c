import { Prisma } from '@/generated/prisma/client'
import type { Transaction } from '@/lib/database'
import type { LockedSubmission } from '@/lib/documents/locked-submission'
import { resemblanceKey } from '@/lib/look-alikes'
import { withKey } from '@/lib/organisations/registration-key'
import { readProposed } from '@/lib/organisations/schema'

/**
 * Whether another verified organisation has the country and registration number that this approval would put
 * in force, or one that looks like it. Indexes refuse it too: `organisation_verified_key` and
 * `organisation_verified_look_alike_key`.
 */
export async function isAnotherVerified(
  transaction: Transaction,
  { organisation }: LockedSubmission,
): Promise<boolean> {
  if (!organisation) return false
  const { country, registrationNumber } = { ...organisation, ...readProposed(organisation.proposed) }
  // Two that are approved at the same moment take turns, as neither is in the index yet.
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('organisation_verified'))`
  const key = resemblanceKey(registrationNumber)
  const others = await transaction.organisation.findMany({
    where: {
      id: { not: organisation.id },
      country,
      verifiedAt: { not: null },
      state: { not: 'closed' },
      // Those without a key are as earlier versions wrote them.
      OR: [{ registrationKey: key }, { registrationKey: null }],
    },
    select: { registrationNumber: true },
  })
  return others.some((other) => resemblanceKey(other.registrationNumber) === key)
}

/** Puts what was proposed in force, as reviewers have accepted it. */
export async function acceptRecord(
  transaction: Transaction,
  { organisation }: LockedSubmission,
): Promise<void> {
  if (!organisation?.proposed) return
  await transaction.organisation.update({
    where: { id: organisation.id },
    data: { ...withKey(readProposed(organisation.proposed)), proposed: Prisma.DbNull },
  })
}
